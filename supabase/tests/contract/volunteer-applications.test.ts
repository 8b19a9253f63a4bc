import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import { signActivationLink } from "./link-tokens.ts";
import { logins } from "../demo-logins.ts";
import {
  clearRateLimits,
  createAuthUser,
  request,
  SOME_ID,
  signIn,
  signInAdmin,
  sql,
} from "./stack.ts";

beforeEach(() => clearRateLimits());

const apply = (changes: Record<string, unknown> = {}) =>
  request("POST", "/api/volunteer-applications", {
    body: {
      firstName: "Dana",
      lastName: "Newcomer",
      email: `dana-${randomUUID()}@example.org`,
      phone: "(817) 555-0100",
      zipCode: "76102",
      city: "Fort Worth",
      state: "TX",
      availability: "weekends",
      interests: "Packing",
      password: "Applying!2026",
      ...changes,
    },
  });

const listApplications = (email: string) =>
  sql`select status, first_name, city from public.volunteer_applications where email = ${email}`;

async function addApplication(
  changes: Record<string, unknown> = {},
): Promise<{ id: string; email: string }> {
  const email = `dana-${randomUUID()}@example.org`;
  await apply({ email, ...changes });
  const [row] = await sql<[{ id: string }]>`
    select id from public.volunteer_applications where email = ${email}`;
  return { id: row.id, email };
}

const decide = (id: string, decision: "approve" | "reject", token: string, body?: object) =>
  request("POST", `/api/volunteer-applications/${id}/${decision}`, { token, body });

describe("VAPP-19: applying to volunteer", () => {
  it("creates a pending application and a login that doesn't work yet", async () => {
    const email = `dana-${randomUUID()}@example.org`;
    const { status, json } = await apply({ email });
    expect([status, json.message]).toEqual([
      201,
      "Thank you for volunteering. We'll get back to you in 2-3 business days.",
    ]);
    expect(await listApplications(email)).toEqual([
      { status: "pending", first_name: "Dana", city: "Fort Worth" },
    ]);
    const loginResponse = await request("POST", "/api/volunteer/login", {
      body: { email, password: "Applying!2026" },
    });
    expect(loginResponse.status).toBe(403);
  });

  it("VAPP-10, VAPP-13: accepts a missing phone, ZIP code and interests, and `Unknown` as city and state", async () => {
    const email = `dana-${randomUUID()}@example.org`;
    const omittedFields = { phone: undefined, zipCode: undefined, interests: undefined };
    const { status } = await apply({ email, ...omittedFields, city: "Unknown", state: "Unknown" });
    expect(status).toBe(201);
  });

  it("VAPP-21, VAPP-24: tells someone who knows the account's password that it already exists", async () => {
    const { status, json } = await apply(logins.volunteer);
    expect(status).toBe(409);
    expect(json).toMatchObject({
      accountExists: true,
      message: "An account with this email already exists.",
    });
  });

  it("stores a second application with the right password before approval and returns 201", async () => {
    const email = `dana-${randomUUID()}@example.org`;
    const responses = [await apply({ email }), await apply({ email })];
    expect(responses.map(({ status }) => status)).toEqual([201, 201]);
    expect(await listApplications(email)).toHaveLength(2);
  });

  describe("threat 54: a stranger's application with the owner's email", () => {
    const listApplicantNames = async (email: string) =>
      (
        await sql<{ name: string }[]>`
          select first_name as name from public.volunteer_applications
          where email = ${email} order by created_at`
      ).map(({ name }) => name);
    const listEmails = (email: string) => sql`
      select template_name as template, to_name as name, data from public.email_outbox
      where to_email = ${email}`;
    const expectedEmails = [{ template: "Application Received", name: "", data: {} }];

    it("threat 7, threat 12: is handled like one with an unknown email if the owner has an active account, whose login stays unchanged", async () => {
      const { email } = logins.volunteer;
      await sql`delete from public.email_outbox where to_email = ${email}`;
      const unknownEmail = `dana-${randomUUID()}@example.org`;
      const knownResponse = await apply({ email, password: "Someone!Else" });
      const unknownResponse = await apply({ email: unknownEmail });
      expect([knownResponse.status, knownResponse.json]).toEqual([
        unknownResponse.status,
        unknownResponse.json,
      ]);
      expect(await listApplicantNames(email)).toEqual(["Maria", "Dana"]);
      const loginResponse = await request("POST", "/api/volunteer/login", {
        body: logins.volunteer,
      });
      expect(loginResponse.status).toBe(200);
      expect([...(await listEmails(email))]).toEqual(expectedEmails);
      expect([...(await listEmails(unknownEmail))]).toEqual(expectedEmails);
      await sql`
        delete from public.volunteer_applications where email = ${email} and first_name = 'Dana'`;
    });

    it.each(["pending", "rejected"])(
      "is listed beside the owner's when it is %s, and no password opens the account, only the emailed link",
      async (strangerStatus) => {
        const email = `dana-${randomUUID()}@example.org`;
        const { token } = await signInAdmin();
        const strangerResponse = await apply({
          email,
          firstName: "Mallory",
          password: "Stranger!2026",
        });
        const [strangerApplication] = await sql<{ id: string }[]>`
          select id from public.volunteer_applications where email = ${email}`;
        if (strangerStatus === "rejected")
          await decide(strangerApplication?.id ?? "", "reject", token);
        const ownerResponse = await apply({ email });
        expect([ownerResponse.status, ownerResponse.json]).toEqual([
          strangerResponse.status,
          strangerResponse.json,
        ]);

        const { json } = await request("GET", `/api/volunteer-applications?search=${email}`, {
          token,
        });
        expect(json).toMatchObject([
          {
            firstName: "Dana",
            status: "pending",
            sameAddress: [{ firstName: "Mallory", status: strangerStatus }],
          },
          { firstName: "Mallory", status: strangerStatus, sameAddress: [{ firstName: "Dana" }] },
        ]);
        const logIn = async (password: string) =>
          (await request("POST", "/api/volunteer/login", { body: { email, password } })).status;
        expect([await logIn("Stranger!2026"), await logIn("Applying!2026")]).toEqual([401, 403]);
        const [ownApplication] = json as { id: string }[];
        expect((await decide(ownApplication?.id ?? "", "approve", token)).status).toBe(200);
        // Only the emailed link opens the account, because the password may be anyone's.
        expect([await logIn("Stranger!2026"), await logIn("Applying!2026")]).toEqual([401, 403]);
        const rows = await sql`
          select first_name as name, status, closed_by is not null as "isClosed"
          from public.volunteer_applications where email = ${email} order by created_at`;
        expect([...rows]).toEqual([
          { name: "Mallory", status: strangerStatus, isClosed: false },
          { name: "Dana", status: "approved", isClosed: false },
        ]);
      },
    );

    it("is listed beside the owner's earlier one, and the login gains no access", async () => {
      const email = `dana-${randomUUID()}@example.org`;
      await apply({ email });
      const ownerSession = await signIn(email, "Applying!2026");
      await apply({ email, firstName: "Mallory", password: "Stranger!2026" });
      expect(await listApplicantNames(email)).toEqual(["Dana", "Mallory"]);
      const eventsResponse = await request("GET", `/api/volunteer/${ownerSession.id}/events`, {
        token: ownerSession.token,
      });
      expect(eventsResponse.status).toBe(401);
      expect([...(await listEmails(email))]).toEqual(expectedEmails);
    });
  });

  describe("threat 7: an email that someone registered in Auth beforehand", () => {
    it("works with the applicant's password after approval, and never with the stranger's", async () => {
      const email = `dana-${randomUUID()}@example.org`;
      await createAuthUser(email, "Stranger!2026");
      const strangerSession = await signIn(email, "Stranger!2026");
      expect((await apply({ email })).status).toBe(201);
      expect(
        (await request("GET", "/api/donations", { token: strangerSession.token })).status,
      ).toBe(401);

      const [application] = await sql<{ id: string; userId: string }[]>`
        select id, user_id as "userId" from public.volunteer_applications where email = ${email}`;
      expect(application?.userId).not.toBe(strangerSession.id);
      await decide(application?.id ?? "", "approve", (await signInAdmin()).token);
      const logIn = (password: string) =>
        request("POST", "/api/volunteer/login", { body: { email, password } });
      expect((await logIn("Applying!2026")).status).toBe(200);
      expect((await logIn("Stranger!2026")).status).toBe(401);
    });

    it("belongs to the applicant if an earlier application failed halfway", async () => {
      const email = `dana-${randomUUID()}@example.org`;
      const id = await createAuthUser(email, "Applying!2026");
      expect((await apply({ email })).status).toBe(201);
      const rows = await sql<{ userId: string }[]>`
        select user_id as "userId" from public.volunteer_applications where email = ${email}`;
      expect([...rows]).toEqual([{ userId: id }]);
    });

    it.each(["admin@example.org", "nobody@accounts.invalid"])(
      "keeps its existing login unchanged: %s",
      async (email) => {
        const readUser = () =>
          sql`select id, encrypted_password from auth.users where email = ${email}`;
        const userBefore = await readUser();
        expect((await apply({ email })).status).toBe(201);
        expect([...(await readUser())]).toEqual([...userBefore]);
        await sql`delete from public.volunteer_applications where email = ${email}`;
      },
    );

    it("threat 12: doesn't leave behind the user that is created only to equalize response times", async () => {
      const countUsers = async () => (await sql`select 1 from auth.users`).length;
      const countBefore = await countUsers();
      await apply({ email: logins.volunteer.email, password: "Someone!Else" });
      expect(await countUsers()).toBe(countBefore);
    });
  });

  it.each([
    ["a short password", { password: "12345" }, "password"],
    ["an unknown availability", { availability: "never" }, "availability"],
    ["no first name", { firstName: " " }, "firstName"],
    ["a status", { status: "approved" }, "body"],
  ])("%s returns 400", async (_, changes, path) => {
    const { status, json } = await apply(changes);
    expect([status, json.issues[0].path]).toEqual([400, path]);
  });
});

it("AVOL-13: an applicant whose login was deleted can be approved, and the emailed link creates the login again", async () => {
  const { token } = await signInAdmin();
  const { id, email } = await addApplication();
  await sql`delete from auth.users where email = ${email}`;
  const { status, json } = await decide(id, "approve", token);
  expect([status, json]).toEqual([200, { message: "Application approved" }]);
  const [mail] = await sql<{ link: string }[]>`
    select data ->> 'activationLinkId' as link from public.email_outbox
    where to_email = ${email} and template_name = 'Volunteer Application Approved'`;
  const body = { token: await signActivationLink(mail?.link ?? ""), password: "Anew!2026" };
  expect((await request("POST", "/api/volunteer-activation", { body })).status).toBe(200);
  const loginResponse = await request("POST", "/api/volunteer/login", {
    body: { email, password: body.password },
  });
  expect(loginResponse.status).toBe(200);
});

describe("deciding an application", () => {
  const logIn = async (email: string) => {
    const body = { email, password: "Applying!2026" };
    const { status, json } = await request("POST", "/api/volunteer/login", { body });
    return [status, json.message as unknown];
  };
  const listEmailTemplates = async (email: string) =>
    (
      await sql<{ template: string }[]>`
        select template_name as template from public.email_outbox where to_email = ${email}
        order by created_at`
    ).map(({ template }) => template);
  const listDecisions = (id: string) => sql`
    select actor_name as actor, action, after ->> 'status' as status, after ->> 'review_notes' as notes
    from public.audit_log
    where table_name = 'volunteer_applications' and row_id = ${id} and action = 'update'`;

  it("AVOL-13: opens the account, lists the volunteer and sends an email on approval, with one audit entry", async () => {
    const { token } = await signInAdmin();
    const { id, email } = await addApplication();
    const { status, json } = await decide(id, "approve", token, { reviewNotes: "Met at the fair" });
    expect([status, json]).toEqual([200, { message: "Application approved" }]);
    expect((await logIn(email))[0]).toBe(200);
    expect(await listEmailTemplates(email)).toEqual([
      "Application Received",
      "Volunteer Application Approved",
    ]);
    const directoryResponse = await request("GET", `/api/volunteers?search=${email}`, { token });
    expect(directoryResponse.json).toMatchObject([
      { name: "Dana Newcomer", phone: "(817) 555-0100", city: "Fort Worth", totalHours: 0 },
    ]);
    expect([...(await listDecisions(id))]).toEqual([
      { actor: "admin", action: "update", status: "approved", notes: "erased" },
    ]);
  });

  it("AVOL-14: gives a rejected applicant no account, sends one email and reveals the rejection only with the right password", async () => {
    const { token } = await signInAdmin();
    const { id, email } = await addApplication();
    const { status, json } = await decide(id, "reject", token);
    expect([status, json]).toEqual([200, { message: "Application rejected" }]);
    expect(await logIn(email)).toEqual([403, "Your application was not approved."]);
    const wrongPasswordResponse = await request("POST", "/api/volunteer/login", {
      body: { email, password: "wrong!" },
    });
    expect([wrongPasswordResponse.status, wrongPasswordResponse.json.message]).toEqual([
      401,
      "Invalid email or password",
    ]);
    expect(await listEmailTemplates(email)).toEqual([
      "Application Received",
      "Volunteer Application Rejected",
    ]);
    expect([...(await listDecisions(id))]).toEqual([
      { actor: "admin", action: "update", status: "rejected", notes: null },
    ]);
  });

  it("AVOL-10: succeeds for exactly one of ten simultaneous requests, and returns 404 for an unknown application", async () => {
    const { token } = await signInAdmin();
    const { id, email } = await addApplication();
    const responses = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        decide(id, index % 2 === 0 ? "approve" : "reject", token),
      ),
    );
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    const refusedResponses = responses.filter(({ status }) => status !== 200);
    for (const { status, json } of refusedResponses) {
      expect([status, json.message]).toEqual([409, "This application has already been reviewed."]);
    }
    expect(await listDecisions(id)).toHaveLength(1);
    expect(await listEmailTemplates(email)).toHaveLength(2);
    for (const decision of ["approve", "reject"] as const) {
      expect((await decide(SOME_ID, decision, token)).status).toBe(404);
    }
  });

  it("AVOL-12: adds the review to the application's fields in the list", async () => {
    const { token } = await signInAdmin();
    const { id, email } = await addApplication({ interests: "Driving" });
    await decide(id, "approve", token, { reviewNotes: "Has a van" });
    const { json } = await request("GET", `/api/volunteer-applications?search=${email}`, { token });
    expect(json).toEqual([
      {
        id,
        firstName: "Dana",
        lastName: "Newcomer",
        email,
        phone: "(817) 555-0100",
        zipCode: "76102",
        city: "Fort Worth",
        state: "TX",
        availability: "weekends",
        interests: "Driving",
        createdAt: expect.any(String),
        status: "approved",
        reviewNotes: "Has a van",
        isEmptied: false,
        isEntered: false,
        reviewedBy: "admin",
        reviewedAt: expect.any(String),
        volunteerId: expect.any(String),
        awaitsActivation: false,
        isClosed: false,
        match: null,
        wantedEvent: null,
        sameAddress: [],
      },
    ]);
  });

  it("is refused if the notes are too long and changes nothing", async () => {
    const { token } = await signInAdmin();
    const { id, email } = await addApplication();
    const { status, json } = await decide(id, "approve", token, { reviewNotes: "x".repeat(2001) });
    expect([status, json.issues[0].path]).toEqual([400, "reviewNotes"]);
    expect(await listApplications(email)).toMatchObject([{ status: "pending" }]);
  });
});
