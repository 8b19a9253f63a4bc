import { randomUUID } from "node:crypto";
import { decodeJwt } from "jose";
import { beforeEach, describe, expect, it } from "vitest";
import {
  clearRateLimits,
  createAuthUser,
  logins,
  request,
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

const applications = (email: string) =>
  sql`select status, first_name, city from public.volunteer_applications where email = ${email}`;

/** As the approval of the back office does it: the database decides for the administrator's session. */
async function approve(id: string): Promise<void> {
  const admin = await signInAdmin();
  const claims = decodeJwt(admin.token);
  await sql.begin(async (transaction) => {
    await transaction`
      select set_config('role', 'authenticated', true),
        set_config('request.jwt.claims', ${JSON.stringify(claims)}, true)`;
    await transaction`select private.review_application(${id}, 'approved', null, false)`;
  });
}

describe("applying to volunteer (VAPP-19)", () => {
  it("makes a pending application and a login that does not open yet", async () => {
    const email = `dana-${randomUUID()}@example.org`;
    const { status, json } = await apply({ email });
    expect([status, json.message]).toEqual([
      201,
      "Thank you for volunteering. We answer within 2-3 business days.",
    ]);
    expect(await applications(email)).toEqual([
      { status: "pending", first_name: "Dana", city: "Fort Worth" },
    ]);
    const login = await request("POST", "/api/volunteer/login", {
      body: { email, password: "Applying!2026" },
    });
    expect(login.status).toBe(403);
  });

  it("VAPP-10, VAPP-13: phone, zip and interests may be missing, city and state `Unknown`", async () => {
    const email = `dana-${randomUUID()}@example.org`;
    const optional = { phone: undefined, zipCode: undefined, interests: undefined };
    const { status } = await apply({ email, ...optional, city: "Unknown", state: "Unknown" });
    expect(status).toBe(201);
  });

  it("VAPP-21, VAPP-24: who knows the password is told that the account already exists", async () => {
    const { status, json } = await apply(logins.volunteer);
    expect(status).toBe(409);
    expect(json).toMatchObject({
      accountExists: true,
      message: "An account with this email already exists.",
    });
  });

  it("threats row 7, row 12: nobody else learns it, nothing changes and the owner is told", async () => {
    const known = await apply({ email: logins.volunteer.email, password: "Somebody!Else" });
    const unknown = await apply();
    expect([known.status, known.json]).toEqual([unknown.status, unknown.json]);
    expect(await applications(logins.volunteer.email)).toHaveLength(1);
    const login = await request("POST", "/api/volunteer/login", { body: logins.volunteer });
    expect(login.status).toBe(200);
    const mails = await sql`
      select 1 from public.email_outbox
      where to_email = ${logins.volunteer.email} and template_name = 'Account Reminder'`;
    expect(mails).toHaveLength(1);
  });

  describe("threats row 7: an address that somebody took at Auth beforehand", () => {
    it("opens to the applicant's password after approval, and never to the stranger's", async () => {
      const email = `dana-${randomUUID()}@example.org`;
      await createAuthUser(email, "Stranger!2026");
      const stranger = await signIn(email, "Stranger!2026");
      expect((await apply({ email })).status).toBe(201);
      expect((await request("GET", "/api/donations", { token: stranger.token })).status).toBe(401);

      const [application] = await sql<{ id: string; userId: string }[]>`
        select id, user_id as "userId" from public.volunteer_applications where email = ${email}`;
      expect(application?.userId).not.toBe(stranger.id);
      await approve(application?.id ?? "");
      const logIn = (password: string) =>
        request("POST", "/api/volunteer/login", { body: { email, password } });
      expect((await logIn("Applying!2026")).status).toBe(200);
      expect((await logIn("Stranger!2026")).status).toBe(401);
    });

    it("is the applicant's own where an application failed half-way", async () => {
      const email = `dana-${randomUUID()}@example.org`;
      const id = await createAuthUser(email, "Applying!2026");
      expect((await apply({ email })).status).toBe(201);
      const rows = await sql<{ userId: string }[]>`
        select user_id as "userId" from public.volunteer_applications where email = ${email}`;
      expect([...rows]).toEqual([{ userId: id }]);
    });

    it.each(["admin@example.org", "nobody@accounts.invalid"])(
      "nothing is taken from who is somebody here: %s",
      async (email) => {
        const readUser = () =>
          sql`select id, encrypted_password from auth.users where email = ${email}`;
        const before = await readUser();
        expect((await apply({ email })).status).toBe(201);
        expect([...(await readUser())]).toEqual([...before]);
        expect(await applications(email)).toEqual([]);
      },
    );

    it("threats row 12: leaves nothing behind of the user made in vain", async () => {
      const count = async () => (await sql`select 1 from auth.users`).length;
      const before = await count();
      await apply({ email: logins.volunteer.email, password: "Somebody!Else" });
      expect(await count()).toBe(before);
    });
  });

  it.each([
    ["a short password", { password: "12345" }, "password"],
    ["an availability that is none", { availability: "never" }, "availability"],
    ["no first name", { firstName: " " }, "firstName"],
    ["a status of one's own", { status: "approved" }, "body"],
  ])("%s is 400", async (_, changes, path) => {
    const { status, json } = await apply(changes);
    expect([status, json.issues[0].path]).toEqual([400, path]);
  });
});
