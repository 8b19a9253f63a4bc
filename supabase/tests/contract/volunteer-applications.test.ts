import { randomUUID } from "node:crypto";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { clearRateLimits, logins, request, sql } from "./stack.ts";

beforeEach(() => clearRateLimits());
afterAll(() => sql.end());

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
