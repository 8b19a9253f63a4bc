import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { uniqueWord } from "../unique-word.ts";
import { clearRateLimits, request, signInAdmin, sql } from "./stack.ts";
import { addVolunteers, removeVolunteers } from "./volunteers.ts";

const DOMAIN = `${uniqueWord()}.example.org`;

beforeEach(() => clearRateLimits());
// Each volunteer's email address has a separate subdomain.
afterAll(() => removeVolunteers(`%.${DOMAIN}`));

let volunteerCount = 0;

/** Adds a volunteer with notes and tags, which only administrators may see. */
async function addVolunteer() {
  volunteerCount += 1;
  const [volunteer] = await addVolunteers(1, `${volunteerCount}.${DOMAIN}`);
  await sql`
    update public.volunteers set notes = 'Canary notes', tags = '["canary tag"]', phone = '817-555-0100'
    where account_id = ${volunteer!.id}`;
  return volunteer!;
}
type Volunteer = Awaited<ReturnType<typeof addVolunteer>>;

const read = ({ id, token }: Volunteer) =>
  request("GET", `/api/volunteer/${id}/details`, { token });
const change = ({ id, token }: Volunteer, body: object) =>
  request("PUT", `/api/volunteer/${id}/details`, { token, body });

const readRows = async ({ id }: Volunteer) => {
  const [row] = await sql`
    select to_jsonb(person) - 'updated_at' as person, account.first_name, account.last_name
    from public.volunteers as person join public.volunteer_accounts as account on account.id = person.account_id
    where account.id = ${id}`;
  return row;
};

const NEW_DETAILS = {
  firstName: "June",
  lastName: "Park",
  phone: "817-555-0142",
  zipCode: "76102",
  city: "Fort Worth",
  state: "TX",
  availability: "weekends",
  interests: "Packing\nDriving",
  emergencyContactName: "Sam Park",
  emergencyContactPhone: "817-555-0199",
};

describe("a volunteer's own details", () => {
  it("are read and changed by the volunteer, without what only administrators may see", async () => {
    const volunteer = await addVolunteer();
    const { json } = await read(volunteer);
    expect(json).toMatchObject({ firstName: "Tess", phone: "817-555-0100", newEmail: null });
    const { status, json: saved } = await change(volunteer, {
      ...NEW_DETAILS,
      updatedAt: json.updatedAt as string,
    });
    expect([status, saved]).toMatchObject([200, NEW_DETAILS]);
    expect((await read(volunteer)).json).toEqual(saved);
    expect(JSON.stringify([json, saved])).not.toMatch(/canary|notes|tags|isActive|hours/i);
    expect(await readRows(volunteer)).toMatchObject({
      first_name: "June",
      last_name: "Park",
      person: { name: "June Park", zip_code: "76102", notes: "Canary notes", tags: ["canary tag"] },
    });
  });

  it("don't change if they are omitted, and are cleared by null or an empty text", async () => {
    const volunteer = await addVolunteer();
    await change(volunteer, NEW_DETAILS);
    const { json } = await change(volunteer, { phone: null, interests: "", availability: null });
    expect(json).toMatchObject({
      ...NEW_DETAILS,
      phone: null,
      interests: null,
      availability: null,
    });
  });

  it.each([
    ["notes", { notes: "x" }],
    ["tags", { tags: ["x"] }],
    ["isActive", { isActive: true }],
    ["email", { email: "other@example.org" }],
    ["totalHours", { totalHours: 900 }],
    ["accountId", { accountId: null }],
  ])("can't contain %s", async (_, body) => {
    const volunteer = await addVolunteer();
    const before = await readRows(volunteer);
    expect((await change(volunteer, { ...body, phone: "555-0101" })).status).toBe(400);
    expect(await readRows(volunteer)).toEqual(before);
  });

  it.each([
    ["firstName", ""],
    ["firstName", "x".repeat(101)],
    ["lastName", "two\nlines"],
    ["zipCode", "abc"],
    ["availability", "never"],
    ["interests", "x".repeat(2001)],
    ["emergencyContactPhone", "1".repeat(31)],
  ])("aren't changed by an invalid %s (%j), and the error names the field", async (path, value) => {
    const volunteer = await addVolunteer();
    const before = await readRows(volunteer);
    const response = await change(volunteer, { ...NEW_DETAILS, [path]: value });
    expect([response.status, response.json.issues]).toMatchObject([400, [{ path }]]);
    expect(await readRows(volunteer)).toEqual(before);
  });

  it("aren't overwritten from a second tab or after an administrator's correction, and the newer values are shown", async () => {
    const volunteer = await addVolunteer();
    const { updatedAt } = (await read(volunteer)).json as { updatedAt: string };
    const responses = await Promise.all(
      ["817-555-0101", "817-555-0102"].map((phone) => change(volunteer, { phone, updatedAt })),
    );
    expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    const { json: saved } = responses.find(({ status }) => status === 200)!;
    const { json: staleResult } = responses.find(({ status }) => status === 409)!;
    expect(staleResult).toMatchObject({
      code: "stale_edit",
      current: { phone: saved.phone as string },
    });
    expect(JSON.stringify(staleResult)).not.toMatch(/canary/i);

    await sql`update public.volunteers set phone = '817-555-0103' where account_id = ${volunteer.id}`;
    expect(await change(volunteer, { city: "Dallas", updatedAt: saved.updatedAt })).toMatchObject({
      status: 409,
      json: { current: { phone: "817-555-0103", city: null } },
    });
  });

  it("are empty where the application left something out, so that the form accepts them unchanged", async () => {
    const volunteer = await addVolunteer();
    await sql`
      update public.volunteers set phone = '', zip_code = '', city = 'Unknown', state = 'Unknown'
      where account_id = ${volunteer.id}`;
    const {
      updatedAt,
      email: _email,
      newEmail: _newEmail,
      ...details
    } = (await read(volunteer)).json as Record<string, unknown>;
    expect(details).toMatchObject({ phone: null, zipCode: null, city: null, state: null });
    expect((await change(volunteer, { ...details, updatedAt })).status).toBe(200);
  });

  it("can be changed even if the row's version has microseconds, as it does before the first change", async () => {
    const [unchangedVolunteer] = await addVolunteers(1, `fresh.${DOMAIN}`);
    await sql`
      update public.volunteers set updated_at = '2026-11-20T15:00:00.123456Z' where account_id = ${unchangedVolunteer!.id}`;
    const { updatedAt } = (await read(unchangedVolunteer!)).json as { updatedAt: string };
    expect((await change(unchangedVolunteer!, { city: "Dallas", updatedAt })).status).toBe(200);
  });

  it("don't become stale when hours are counted", async () => {
    const volunteer = await addVolunteer();
    const { updatedAt } = (await read(volunteer)).json as { updatedAt: string };
    await sql`update public.volunteers set total_hours = 12 where account_id = ${volunteer.id}`;
    expect((await change(volunteer, { city: "Dallas", updatedAt })).status).toBe(200);
  });

  it("are denied to visitors, administrators, other volunteers and disabled accounts", async () => {
    const [volunteer, other] = [await addVolunteer(), await addVolunteer()];
    const before = await readRows(volunteer);
    const { token: adminToken } = await signInAdmin("admin");
    const statuses: number[] = [];
    for (const token of [other.token, adminToken, undefined]) {
      const { id } = volunteer;
      const path = `/api/volunteer/${id}/details`;
      statuses.push((await request("GET", path, { token })).status);
      statuses.push((await request("PUT", path, { token, body: { phone: "555-0101" } })).status);
    }
    expect(statuses).toEqual([403, 403, 403, 403, 401, 401]);
    await sql`update public.volunteer_accounts set is_active = false where id = ${volunteer.id}`;
    expect((await read(volunteer)).status).toBe(403);
    expect((await change(volunteer, { phone: "555-0101" })).status).toBe(403);
    expect(await readRows(volunteer)).toEqual(before);
  });

  it("say what is wrong if the account has no entry in the directory", async () => {
    const volunteer = await addVolunteer();
    await sql`delete from public.volunteers where account_id = ${volunteer.id}`;
    for (const response of [
      await read(volunteer),
      await change(volunteer, { phone: "555-0101" }),
    ]) {
      expect(response).toMatchObject({
        status: 404,
        json: {
          code: "no_volunteer_record",
          message:
            "Your login works, but we couldn't find your volunteer record. Please contact us so we can connect them.",
        },
      });
    }
  });
});
