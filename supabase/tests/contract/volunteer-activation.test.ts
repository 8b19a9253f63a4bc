import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { signId } from "../../functions/_shared/http/signed-id.ts";
import { type FunctionProcess, startFunction } from "../function-process.ts";
import { signActivationLink } from "./link-tokens.ts";
import {
  clearRateLimits,
  createAuthUser,
  facts,
  request,
  signIn,
  signInAdmin,
  SOME_ID,
  sql,
} from "./stack.ts";

/** The `api` function, with activation required. Activation is optional, and off in the embedded stack. */
let api: FunctionProcess;
const logLines: string[] = [];

beforeAll(async () => {
  api = await startFunction("api", { REQUIRE_EMAIL_ACTIVATION: "true" }, logLines);
});
afterAll(() => api.stop());
beforeEach(() => clearRateLimits());

async function post(path: string, body: object, token?: string) {
  const response = await fetch(api.url.replace(/\/api$/, path), {
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  });
  return { status: response.status, json: (await response.json()) as Record<string, unknown> };
}

const APPLICATION_PASSWORD = "Applying!2026";
const NEW_PASSWORD = "Chosen!2026";
const NOT_ACTIVATED_MESSAGE = "Please open the link in your approval email before you log in.";
const INVALID_LINK_MESSAGE =
  "This link doesn't work. It may be incomplete, already used or more than 7 days old. If you've already set up your account, log in. Otherwise, ask us for a new link.";

const activate = (token: string, password = NEW_PASSWORD) =>
  post("/api/volunteer-activation", { token, password });

const logIn = async (email: string, password: string) => {
  const { status, json } = await request("POST", "/api/volunteer/login", {
    body: { email, password },
  });
  return [status, json.message as unknown];
};

/** Creates an approved application and returns the token from its email. */
async function addApprovedApplication() {
  const email = `owner-${randomUUID()}@example.org`;
  await post("/api/volunteer-applications", {
    firstName: "Olive",
    lastName: "Ordway",
    email,
    availability: "weekends",
    password: APPLICATION_PASSWORD,
  });
  const [{ id, userId }] = await sql<[{ id: string; userId: string }]>`
    select id, user_id as "userId" from public.volunteer_applications where email = ${email}`;
  const admin = await signInAdmin();
  await post(`/api/volunteer-applications/${id}/approve`, {}, admin.token);
  const [{ linkId }] = await sql<[{ linkId: string }]>`
    select data ->> 'activationLinkId' as "linkId" from public.email_outbox
    where to_email = ${email} and data ? 'activationLinkId'`;
  const token = await signActivationLink(linkId);
  return { email, id, userId, linkId, token, admin };
}

const readState = async (email: string) => {
  const [row] = await sql`
    select account.id is not null as "hasAccount", account.activated_at is not null as "isActivated",
      account.is_active as "isActive", person.account_id is not distinct from account.id as "isListed",
      application.user_id is not distinct from account.id as "isApplicant"
    from public.volunteer_applications as application
    join public.volunteers as person on person.email = application.email
    left join public.volunteer_accounts as account on account.email = application.email
    where application.email = ${email}`;
  return row;
};

const ACTIVATED_STATE = {
  hasAccount: true,
  isActivated: true,
  isActive: true,
  isListed: true,
  isApplicant: true,
};

const backdateLink = (linkId: string, interval: string) => sql`
  update public.activation_links
  set created_at = created_at - ${interval}::interval, expires_at = expires_at - ${interval}::interval
  where id = ${linkId}`;

describe("threat 7: an approved account opens only with the link in its email", () => {
  it("the applicant's password doesn't work before activation, or after the owner has set a new one", async () => {
    const { email, token, userId } = await addApprovedApplication();
    for (let count = 0; count < 3; count += 1)
      expect(await logIn(email, APPLICATION_PASSWORD)).toEqual([403, NOT_ACTIVATED_MESSAGE]);
    const applicantSession = await signIn(email, APPLICATION_PASSWORD);

    expect(await activate(token)).toMatchObject({
      status: 200,
      json: { message: "Your account is ready" },
    });
    expect(await readState(email)).toEqual(ACTIVATED_STATE);
    expect(await logIn(email, APPLICATION_PASSWORD)).toEqual([401, "Invalid email or password"]);
    expect((await logIn(email, NEW_PASSWORD))[0]).toBe(200);
    const eventsResponse = await request("GET", `/api/volunteer/${userId}/events`, {
      token: applicantSession.token,
    });
    expect(eventsResponse.status).toBe(401);
  });

  it("the applicant may keep the password of the application", async () => {
    const { email, token } = await addApprovedApplication();
    expect((await activate(token, APPLICATION_PASSWORD)).status).toBe(200);
    expect((await logIn(email, APPLICATION_PASSWORD))[0]).toBe(200);
  });

  it("the link works only once, even with five simultaneous requests", async () => {
    const { email, token } = await addApprovedApplication();
    const passwords = Array.from({ length: 5 }, (_, index) => `Chosen!${index}`);
    const responses = await Promise.all(passwords.map((password) => activate(token, password)));
    const validPasswords = responses.flatMap(({ status }, index) =>
      status === 200 ? [passwords[index] ?? ""] : [],
    );
    expect(validPasswords).toHaveLength(1);
    expect(responses.filter(({ status }) => [401, 503].includes(status))).toHaveLength(4);
    const welcomeEmails = await sql`
      select to_name as name from public.email_outbox where to_email = ${email} and template_name = 'Welcome Email'`;
    expect(
      welcomeEmails.map(({ name }) => String(name)),
      "MAIL-16",
    ).toEqual(["Olive Ordway"]);
    expect((await logIn(email, validPasswords[0] ?? ""))[0]).toBe(200);
    expect(await activate(token)).toMatchObject({
      status: 401,
      json: { code: "activation_link_invalid", message: INVALID_LINK_MESSAGE },
    });
    expect((await logIn(email, validPasswords[0] ?? ""))[0]).toBe(200);
  });

  it("the link changes nothing if its token is unknown, altered, expired or signed for another purpose", async () => {
    const { email, token, linkId, userId } = await addApprovedApplication();
    const invalidTokens = [
      "x",
      await signActivationLink(SOME_ID),
      await signId(facts.hashSecret, "gift-link", linkId),
      token.replace(/.$/, (lastCharacter) => (lastCharacter === "0" ? "1" : "0")),
    ];
    for (const invalidToken of invalidTokens) {
      expect(await activate(invalidToken), invalidToken).toMatchObject({
        status: 401,
        json: { message: INVALID_LINK_MESSAGE },
      });
    }
    await backdateLink(linkId, "7 days");
    expect((await activate(token)).status).toBe(401);
    expect(await logIn(email, APPLICATION_PASSWORD)).toEqual([403, NOT_ACTIVATED_MESSAGE]);
    expect((await signIn(email, APPLICATION_PASSWORD)).id).toBe(userId);
  });

  it("an invalid password is reported on its field and leaves the link valid", async () => {
    const { token } = await addApprovedApplication();
    const { status, json } = await activate(token, "short");
    expect([status, json["issues"]]).toMatchObject([400, [{ path: "password" }]]);
    expect((await activate(token)).status).toBe(200);
  });

  it("no row or log contains a token", async () => {
    const { token } = await addApprovedApplication();
    await activate(token);
    const rows = await sql`
      select mail::text as row from public.email_outbox as mail
      where template_name = 'Volunteer Application Approved'
      union all select link::text from public.activation_links as link
      union all select audit::text from public.audit_log as audit where table_name ~ 'volunteer'`;
    expect(rows.length).toBeGreaterThan(5);
    for (const { row } of rows) expect(row).not.toMatch(/[0-9a-f]{64}/);
    expect(logLines.join("")).not.toContain(token.split(".")[1]);
    expect(logLines.join("")).not.toContain(NEW_PASSWORD);
  });
});

describe("an activation that fails or conflicts with another login", () => {
  const renameFunction = (from: string, to: string) =>
    sql.unsafe(`alter function private.${from}(uuid, uuid) rename to ${to}`);

  it("doesn't give access if it fails halfway, and the same link completes it later", async () => {
    const { email, token } = await addApprovedApplication();
    await renameFunction("redeem_activation_link", "elsewhere");
    try {
      expect((await activate(token)).status).toBe(500);
      expect(await readState(email)).toMatchObject({ hasAccount: false });
      expect((await logIn(email, APPLICATION_PASSWORD))[0]).toBe(401);
      expect((await logIn(email, NEW_PASSWORD))[0]).toBe(403);
    } finally {
      await renameFunction("elsewhere", "redeem_activation_link");
    }
    expect((await activate(token, "Another!2026")).status).toBe(200);
    expect(await readState(email)).toEqual(ACTIVATED_STATE);
    expect((await logIn(email, NEW_PASSWORD))[0]).toBe(401);
    expect((await logIn(email, "Another!2026"))[0]).toBe(200);
  });

  it("threat 54: doesn't give the login to a stranger who applied with the same email before it", async () => {
    const { email, token, userId } = await addApprovedApplication();
    await sql`delete from auth.users where id = ${userId}`;
    const applyResponse = await post("/api/volunteer-applications", {
      firstName: "Mallory",
      lastName: "",
      email,
      availability: "weekends",
      password: "Stranger!2026",
    });
    expect(applyResponse.status).toBe(201);
    const strangerSession = await signIn(email, "Stranger!2026");
    expect((await activate(token)).status).toBe(200);
    expect((await logIn(email, "Stranger!2026"))[0]).toBe(401);
    expect((await logIn(email, NEW_PASSWORD))[0]).toBe(200);
    const eventsResponse = await request("GET", `/api/volunteer/${strangerSession.id}/events`, {
      token: strangerSession.token,
    });
    expect(eventsResponse.status).toBe(401);
  });

  it("doesn't change the login of someone who has registered the email in Auth since", async () => {
    const { email, token, userId } = await addApprovedApplication();
    await sql`delete from auth.users where id = ${userId}`;
    const id = await createAuthUser(email, "Colleague!2026");
    await sql`insert into public.users (id, username, user_type) values (${id}, ${id.slice(0, 8)}, 'admin')`;
    expect((await activate(token)).status).toBe(409);
    expect((await signIn(email, "Colleague!2026")).id).toBe(id);
    await sql`delete from auth.users where id = ${id}`;
    expect((await activate(token)).status).toBe(200);
  });
});

describe("accounts that the link doesn't open", () => {
  it("VACC-03: a disabled account can't be activated until it is enabled again", async () => {
    const { email, token, userId, admin } = await addApprovedApplication();
    const setActive = (isActive: boolean) =>
      request("PUT", `/api/volunteer-accounts/${userId}/toggle-status`, {
        token: admin.token,
        body: { isActive },
      });
    await setActive(false);
    expect((await activate(token)).status).toBe(401);
    await setActive(true);
    expect((await activate(token)).status).toBe(200);
    expect((await logIn(email, NEW_PASSWORD))[0]).toBe(200);
  });

  it("an administrator who applies needs no link and keeps the login unchanged", async () => {
    const email = `admin-${randomUUID()}@example.org`;
    const userId = await createAuthUser(email, APPLICATION_PASSWORD);
    await sql`
      insert into public.users (id, username, user_type) values (${userId}, ${userId.slice(0, 8)}, 'admin')`;
    await post("/api/volunteer-applications", {
      firstName: "Ada",
      lastName: "Admin",
      email,
      availability: "flexible",
      password: APPLICATION_PASSWORD,
    });
    const [{ id }] = await sql<[{ id: string }]>`
      select id from public.volunteer_applications where user_id = ${userId}`;
    const admin = await signInAdmin();
    expect((await post(`/api/volunteer-applications/${id}/approve`, {}, admin.token)).status).toBe(
      200,
    );
    expect(await sql`select 1 from public.activation_links where application_id = ${id}`).toEqual(
      [],
    );
    expect((await logIn(email, APPLICATION_PASSWORD))[0]).toBe(200);
    await sql`delete from auth.users where id = ${userId}`;
  });
});

describe("sending the approval email again", () => {
  const resend = (id: string, token: string) =>
    request("POST", `/api/volunteer-applications/${id}/resend-approval`, { token });

  it("queues the sent email again, even after the link has expired", async () => {
    const { email, id, linkId, token, admin } = await addApprovedApplication();
    expect((await resend(id, admin.token)).status, "it has not left yet").toBe(409);
    await sql`
      update public.email_outbox set status = 'sent', sent_at = now()
      where to_email = ${email} and data ? 'activationLinkId'`;
    await backdateLink(linkId, "8 days");
    expect((await activate(token)).status).toBe(401);
    expect((await resend(id, admin.token)).json).toEqual({
      message: "The approval email has been queued again",
    });
    const emails = await sql`
      select status from public.email_outbox
      where to_email = ${email} and data ? 'activationLinkId'`;
    expect(emails).toEqual([{ status: "queued" }]);
    // The mailer renews the link when it sends the email (send-emails.test.ts).
    await sql`select private.renew_activation_link(${linkId})`;
    expect((await activate(token)).status).toBe(200);
  });

  it("is refused for an activated account and an unknown application", async () => {
    const { id, token, admin } = await addApprovedApplication();
    await activate(token);
    expect((await resend(id, admin.token)).status).toBe(404);
    expect((await resend(SOME_ID, admin.token)).status).toBe(404);
  });
});

it("the list of applications shows who hasn't activated the account yet", async () => {
  const { email, token, admin } = await addApprovedApplication();
  const readAwaitsActivation = async () => {
    const { json } = await request("GET", `/api/volunteer-applications?search=${email}`, {
      token: admin.token,
    });
    return json.map((row: { awaitsActivation: boolean }) => row.awaitsActivation) as unknown;
  };
  expect(await readAwaitsActivation()).toEqual([true]);
  await activate(token);
  expect(await readAwaitsActivation()).toEqual([false]);
});
