import { randomUUID } from "node:crypto";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { signId } from "../../functions/_shared/http/signed-id.ts";
import { startFunction } from "../function-process.ts";
import { uniqueWord } from "../unique-word.ts";
import { signEmailChange } from "./link-tokens.ts";
import { closeServers } from "../deployment/servers.ts";
import { startFaultyProxy } from "./faulty-deployment.ts";
import { requestAuth } from "./auth.ts";
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
import { removeVolunteers } from "./volunteers.ts";

const DOMAIN = `${uniqueWord()}.example.org`;
const PASSWORD = "Moving!2026";
const INVALID_LINK = { status: 401, json: { code: "email_change_invalid" } };
const newEmail = () => `${randomUUID()}@${DOMAIN}`;

beforeEach(() => clearRateLimits());
afterAll(async () => {
  closeServers();
  await removeVolunteers(DOMAIN);
});

interface TestVolunteer {
  readonly id: string;
  readonly email: string;
  readonly token: string;
}

async function addVolunteer(): Promise<TestVolunteer> {
  const email = newEmail();
  const id = await createAuthUser(email, PASSWORD);
  await sql`
    insert into public.volunteer_accounts (id, email, first_name, last_name, activated_at)
    values (${id}, ${email}, 'June', 'Park', now())`;
  await sql`insert into public.volunteers (account_id, name, email) values (${id}, 'June Park', ${email})`;
  return { id, email, token: (await signIn(email, PASSWORD)).token };
}

const requestChange = (
  { id, token }: TestVolunteer,
  body: { readonly email: string; readonly currentPassword?: string },
) =>
  request("POST", `/api/volunteer/${id}/email-change`, {
    token,
    body: { currentPassword: PASSWORD, ...body },
  });

const readLinks = ({ id }: Pick<TestVolunteer, "id">) =>
  sql<{ id: string; email: string; state: string }[]>`
    select id, email, case when used_at is not null then 'used' when revoked_at is not null then 'revoked'
      else 'open' end as state
    from public.email_changes where account_id = ${id} order by created_at`;

/** Requests a new address and returns it with the token from the email. */
async function requestLink(volunteer: TestVolunteer, email = newEmail()) {
  expect(await requestChange(volunteer, { email })).toMatchObject({ status: 200 });
  const link = (await readLinks(volunteer)).at(-1)!;
  return { email, linkId: link.id, token: await signEmailChange(link.id) };
}

const confirm = (token: string) =>
  request("POST", "/api/email-changes/confirm", { body: { token } });

const logIn = async (email: string, password = PASSWORD) =>
  (await request("POST", "/api/volunteer/login", { body: { email, password } })).status;

/** The addresses in the directory, the account, the login and the login's identity. */
async function readAddresses({ id }: Pick<TestVolunteer, "id">): Promise<readonly string[]> {
  const [row] = await sql<[{ addresses: string[] }]>`
    select jsonb_build_array(person.email, account.email, login.email, identity.identity_data ->> 'email') as addresses
    from public.volunteer_accounts as account
    join public.volunteers as person on person.account_id = account.id
    join auth.users as login on login.id = account.id
    join auth.identities as identity on identity.user_id = account.id
    where account.id = ${id}`;
  return row.addresses;
}
const repeatAddress = (email: string) => [email, email, email, email];

const readEmails = (email: string) =>
  sql`
    select template_name as template, status, data ->> 'newEmail' as "newEmail" from public.email_outbox
    where to_email = ${email} order by created_at`;

const isLoggedIn = async ({ id, token }: TestVolunteer) =>
  (await request("GET", `/api/volunteer/${id}/details`, { token })).status === 200;

describe("a volunteer's new email", () => {
  it("changes in the directory, the account and the login once its link is used, notifies the old address and ends all sessions", async () => {
    const volunteer = await addVolunteer();
    const otherDevice = { ...volunteer, token: (await signIn(volunteer.email, PASSWORD)).token };
    const { email, token } = await requestLink(volunteer, `New.${randomUUID()}@${DOMAIN}`);
    const newAddress = email.toLowerCase();
    expect(await readAddresses(volunteer)).toEqual(repeatAddress(volunteer.email));
    expect(await readEmails(newAddress)).toEqual([
      { template: "Confirm New Email", status: "queued", newEmail: null },
    ]);
    expect(await readEmails(volunteer.email)).toEqual([]);

    expect([await isLoggedIn(volunteer), await isLoggedIn(otherDevice)]).toEqual([true, true]);
    expect(await confirm(token)).toMatchObject({ status: 200, json: { email: newAddress } });
    expect(await readAddresses(volunteer)).toEqual(repeatAddress(newAddress));
    expect(await readEmails(volunteer.email)).toEqual([
      { template: "Email Changed", status: "queued", newEmail: newAddress },
    ]);
    expect([await isLoggedIn(volunteer), await isLoggedIn(otherDevice)]).toEqual([false, false]);
    expect([await logIn(volunteer.email), await logIn(newAddress)]).toEqual([401, 200]);
    expect(await readLinks(volunteer)).toMatchObject([{ state: "used" }]);
  });

  it("has a link whose token isn't stored anywhere", async () => {
    const volunteer = await addVolunteer();
    const { email, linkId } = await requestLink(volunteer);
    const rows = await sql`
      select entry::text as text from public.email_changes as entry where id = ${linkId}
      union all select mail::text from public.email_outbox as mail where to_email = ${email}`;
    expect(rows).toHaveLength(2);
    for (const { text } of rows) expect(text).not.toMatch(/[0-9a-f]{64}/);
  });

  it("is confirmed by a second click after the first one's response was lost, without a second email", async () => {
    const volunteer = await addVolunteer();
    const { email, token } = await requestLink(volunteer);
    await confirm(token);
    expect(await confirm(token)).toMatchObject({ status: 200, json: { email } });
    expect(await readEmails(volunteer.email)).toHaveLength(1);
    // Once the address has changed again, the old link is no longer valid.
    const { token: newToken } = await signIn(email, PASSWORD);
    const laterChange = await requestLink({ ...volunteer, email, token: newToken });
    await confirm(laterChange.token);
    expect(await confirm(token)).toMatchObject(INVALID_LINK);
    expect(await readAddresses(volunteer)).toEqual(repeatAddress(laterChange.email));
  });

  it("changes only once for five simultaneous clicks", async () => {
    const volunteer = await addVolunteer();
    const { email, token } = await requestLink(volunteer);
    const responses = await Promise.all(Array.from({ length: 5 }, () => confirm(token)));
    const statuses = responses.map(({ status }) => status);
    expect(statuses).toContain(200);
    expect(statuses.every((status) => [200, 503].includes(status))).toBe(true);
    expect(await readAddresses(volunteer)).toEqual(repeatAddress(email));
    expect(await readEmails(volunteer.email)).toHaveLength(1);
  });

  it("doesn't change if Auth's response is lost after it changed the login, and the same link finishes the change", async () => {
    const volunteer = await addVolunteer();
    const { email, token } = await requestLink(volunteer);
    const proxy = await startFaultyProxy("project", {
      changeResponse: (exchange) => {
        if (!exchange.path.startsWith("/auth/v1/admin/users/")) return;
        exchange.status = 503;
        exchange.body = "{}";
      },
    });
    const api = await startFunction("api", { SUPABASE_URL: proxy });
    const response = await fetch(`${api.url}/email-changes/confirm`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ token }),
    });
    await api.stop();
    expect(response.status, await response.text()).toBe(503);
    expect(await readAddresses(volunteer)).toEqual(repeatAddress(volunteer.email));
    expect(await readEmails(volunteer.email)).toEqual([]);

    expect(await confirm(token)).toMatchObject({ status: 200, json: { email } });
    expect(await readAddresses(volunteer)).toEqual(repeatAddress(email));
    expect(await readEmails(volunteer.email)).toHaveLength(1);
  });

  it("revokes a link for a new password that was emailed to the old address", async () => {
    const volunteer = await addVolunteer();
    await request("POST", "/api/password-recovery", { body: { email: volunteer.email } });
    const readHash = async () => {
      const [row] = await sql<[{ hash: string }]>`
        select recovery_token as hash from auth.users where id = ${volunteer.id}`;
      return row.hash;
    };
    await expect.poll(readHash).not.toBe("");
    const hash = await readHash();
    const { token } = await requestLink(volunteer);
    expect(await confirm(token)).toMatchObject({ status: 200 });
    expect(await readHash()).toBe("");
    const verifyResponse = await requestAuth("POST", "/verify", {
      body: { type: "recovery", token_hash: hash },
    });
    expect(verifyResponse.status).toBe(403);
  });

  it("doesn't change, and the login gets its old address back, if the link was revoked during the change", async () => {
    const volunteer = await addVolunteer();
    const { linkId, email } = await requestLink(volunteer);
    await sql`select private.claim_email_change(${linkId})`;
    await sql`update auth.users set email = ${email} where id = ${volunteer.id}`;
    await sql`select private.revoke_email_changes(${volunteer.id})`;
    const [row] = await sql`select private.redeem_email_change(${linkId}) as kept`;
    expect(row).toEqual({ kept: volunteer.email });
    // The database lets a login's address change back to the account's address, but not to any other address.
    await sql`update auth.users set email = ${volunteer.email} where id = ${volunteer.id}`;
    await expect(
      sql`update auth.users set email = ${email} where id = ${volunteer.id}`,
    ).rejects.toMatchObject({ code: "PT403" });
  });
});

describe("an invalid link to a new email", () => {
  const expectNoChange = async (volunteer: TestVolunteer, token: string) => {
    expect(await confirm(token)).toMatchObject(INVALID_LINK);
    expect(await readAddresses(volunteer)).toEqual(repeatAddress(volunteer.email));
  };

  it("changes nothing if its token is altered, unknown or signed for another purpose", async () => {
    const volunteer = await addVolunteer();
    const { linkId, token } = await requestLink(volunteer);
    const tokens = [
      "x",
      await signEmailChange(SOME_ID),
      await signId(facts.hashSecret, "activation-link", linkId),
      token.replace(/.$/, (last) => (last === "0" ? "1" : "0")),
    ];
    for (const wrongToken of tokens) await expectNoChange(volunteer, wrongToken);
    expect(await confirm(token)).toMatchObject({ status: 200 });
  });

  it("changes nothing after 24 hours", async () => {
    const volunteer = await addVolunteer();
    const { linkId, token } = await requestLink(volunteer);
    await sql`
      update public.email_changes set created_at = now() - interval '25 hours', expires_at = now()
      where id = ${linkId}`;
    await expectNoChange(volunteer, token);
    expect(await readLinks(volunteer)).toMatchObject([{ state: "open" }]);
  });

  it("changes nothing once the volunteer has asked for another address or withdrawn the request", async () => {
    const volunteer = await addVolunteer();
    const firstLink = await requestLink(volunteer);
    const secondLink = await requestLink(volunteer);
    await expectNoChange(volunteer, firstLink.token);
    expect(await readEmails(firstLink.email)).toMatchObject([{ status: "canceled" }]);
    const response = await request("DELETE", `/api/volunteer/${volunteer.id}/email-change`, {
      token: volunteer.token,
    });
    expect(response.status).toBe(200);
    await expectNoChange(volunteer, secondLink.token);
    expect(await readEmails(secondLink.email)).toMatchObject([{ status: "canceled" }]);
  });

  it("changes nothing if a simultaneous request for another address revoked it", async () => {
    const volunteer = await addVolunteer();
    const emails = [newEmail(), newEmail()];
    const responses = await Promise.all(emails.map((email) => requestChange(volunteer, { email })));
    expect(responses.map(({ status }) => status)).toEqual([200, 200]);
    const links = await readLinks(volunteer);
    expect(links.map(({ state }) => state).toSorted()).toEqual(["open", "revoked"]);
    const [open, revoked] = links.toSorted((a, b) => a.state.localeCompare(b.state));
    await expectNoChange(volunteer, await signEmailChange(revoked!.id));
    expect((await confirm(await signEmailChange(open!.id))).json).toEqual({ email: open!.email });
  });

  it("changes nothing once the account is disabled, even after it is enabled again", async () => {
    const volunteer = await addVolunteer();
    const { token } = await requestLink(volunteer);
    const admin = await signInAdmin("coordinator");
    for (const isActive of [false, true]) {
      await request("PUT", `/api/volunteer-accounts/${volunteer.id}/toggle-status`, {
        token: admin.token,
        body: { isActive },
      });
      await expectNoChange(volunteer, token);
    }
    expect(await readLinks(volunteer)).toMatchObject([{ state: "revoked" }]);
  });

  it("changes nothing once an administrator has changed the address", async () => {
    const volunteer = await addVolunteer();
    const { token } = await requestLink(volunteer);
    const correctedEmail = newEmail();
    await sql`
      select private.move_volunteer_email(person.id, ${correctedEmail})
      from public.volunteers as person where person.account_id = ${volunteer.id}`;
    expect(await confirm(token)).toMatchObject(INVALID_LINK);
    expect((await readAddresses(volunteer)).slice(0, 2)).toEqual([correctedEmail, correctedEmail]);
  });

  it("changes nothing once the password has changed, because the person who asked may have stolen the old one", async () => {
    const volunteer = await addVolunteer();
    const { token } = await requestLink(volunteer);
    const response = await request("PUT", `/api/volunteer/${volunteer.id}/change-password`, {
      token: volunteer.token,
      body: { currentPassword: PASSWORD, newPassword: "Mine again!2026" },
    });
    expect(response.status).toBe(200);
    await expectNoChange(volunteer, token);
  });
});

describe("threat 12: asking for a new email", () => {
  it("gets the same response for a free address and for a used one, but only the free one gets an email", async () => {
    const [volunteer, other] = [await addVolunteer(), await addVolunteer()];
    const importedEmail = newEmail();
    await sql`insert into public.volunteers (name, email) values ('Imported', ${importedEmail})`;
    const [owner] = await sql<[{ email: string }]>`
      select login.email from auth.users as login join public.users as person using (id)
      where person.username = 'admin'`;
    const firstResponse = await requestChange(volunteer, { email: newEmail() });
    for (const email of [other.email, importedEmail, owner.email]) {
      await clearRateLimits();
      const emailsBefore = await readEmails(email);
      const response = await requestChange(volunteer, { email });
      expect([response.status, response.json]).toEqual([firstResponse.status, firstResponse.json]);
      const { json } = await request("GET", `/api/volunteer/${volunteer.id}/details`, {
        token: volunteer.token,
      });
      expect(json).toMatchObject({ email: volunteer.email, newEmail: email });
      expect(await readEmails(email)).toEqual(emailsBefore);
      // The email with this link was never sent, but the link wouldn't work anyway.
      const { id } = (await readLinks(volunteer)).at(-1)!;
      expect(await confirm(await signEmailChange(id))).toMatchObject(INVALID_LINK);
    }
    expect(await readAddresses(volunteer)).toEqual(repeatAddress(volunteer.email));
    expect(await readAddresses(other)).toEqual(repeatAddress(other.email));
  });

  it("leads to a link that fails while someone else has the address, and works once it's free again", async () => {
    const volunteer = await addVolunteer();
    const { email, token } = await requestLink(volunteer);
    const applicant = await createAuthUser(email, PASSWORD);
    expect(await confirm(token)).toMatchObject(INVALID_LINK);
    await sql`delete from auth.users where id = ${applicant}`;
    expect(await confirm(token)).toMatchObject({ status: 200 });
  });

  it("needs the current password", async () => {
    const volunteer = await addVolunteer();
    expect(
      await requestChange(volunteer, { email: newEmail(), currentPassword: "wrong" }),
    ).toMatchObject({
      status: 400,
      json: { issues: [{ path: "currentPassword" }] },
    });
    expect(await readLinks(volunteer)).toEqual([]);
  });

  it("is refused if it's already the volunteer's address", async () => {
    const volunteer = await addVolunteer();
    expect(await requestChange(volunteer, { email: volunteer.email.toUpperCase() })).toMatchObject({
      status: 400,
      json: { issues: [{ path: "email", message: "This is already your email address." }] },
    });
  });

  it("is refused for visitors, administrators, other volunteers and disabled accounts", async () => {
    const [volunteer, other] = [await addVolunteer(), await addVolunteer()];
    const body = { email: newEmail(), currentPassword: PASSWORD };
    const { token: adminToken } = await signInAdmin("coordinator");
    const statuses = [];
    for (const token of [other.token, adminToken, undefined]) {
      const path = `/api/volunteer/${volunteer.id}/email-change`;
      statuses.push((await request("POST", path, { token, body })).status);
      statuses.push((await request("DELETE", path, { token })).status);
    }
    expect(statuses).toEqual([403, 403, 403, 403, 401, 401]);
    await sql`update public.volunteer_accounts set is_active = false where id = ${volunteer.id}`;
    expect((await requestChange(volunteer, body)).status).toBe(403);
    expect(await readLinks(volunteer)).toEqual([]);
  });

  it("is refused if the volunteer is also an administrator, because a password alone must not move that login", async () => {
    const volunteer = await addVolunteer();
    await sql`
      insert into public.users (id, username, user_type, areas)
      values (${volunteer.id}, ${`volunteer-${volunteer.id.slice(0, 8)}`}, 'user', '{}')`;
    expect(await requestChange(volunteer, { email: newEmail() })).toMatchObject({
      status: 409,
      json: { code: "administrators_email" },
    });
  });

  it("gets at most five links an hour", async () => {
    const volunteer = await addVolunteer();
    const statuses = [];
    for (let count = 0; count < 6; count += 1) {
      statuses.push((await requestChange(volunteer, { email: newEmail() })).status);
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  });
});
