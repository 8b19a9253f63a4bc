import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { requestExport, parseCsv } from "./exported-lists.ts";
import { clearRateLimits, request, signInAdmin, sql } from "./stack.ts";
import { addVolunteers, removeVolunteers } from "./volunteers.ts";
import { uniqueWord } from "../unique-word.ts";

const domain = `report-${uniqueWord()}.example.org`;
const address = `1 ${domain}`;
let adminToken = "";
let people: string[] = [];

/** Adds an event of 2.5 hours, which these people attended. Other tests have no events in 2004. */
async function addShift(date: string, personIds: readonly string[]): Promise<string> {
  const [event] = await sql<[{ id: string }]>`
    insert into public.events (event_type, date, start_time, end_time, address)
    values ('Food Drive', ${date}, '10:00', '12:30', ${address}) returning id`;
  for (const personId of personIds) {
    await sql`
      insert into public.volunteer_event_registrations (person_id, event_id, attendance, confirmed_at)
      values (${personId}, ${event.id}, 'confirmed', now())`;
  }
  return event.id;
}

beforeAll(async () => {
  adminToken = (await signInAdmin()).token;
  await addVolunteers(2, domain);
  const rows = await sql<{ id: string }[]>`
    select id from public.volunteers where email like ${`%@${domain}`} order by email`;
  people = rows.map(({ id }) => id);
  const [ann = "", ben = ""] = people;
  await addShift("2004-02-29", [ann, ben]);
  await addShift("2004-03-01", [ann]);
  const correctedId = await addShift("2004-03-31", [ben]);
  await sql`
    update public.volunteer_event_registrations set hours = 1.25 where event_id = ${correctedId}`;
  const absentId = await addShift("2004-03-30", [ann]);
  await sql`
    update public.volunteer_event_registrations set attendance = 'absent' where event_id = ${absentId}`;
  await sql`
    insert into public.hour_entries (person_id, date, hours, activity, status)
    values (${ann}, '2004-03-05', 3, 'Letters', 'approved'), (${ben}, '2004-03-05', 4, 'Letters', 'pending')`;
});
beforeEach(() => clearRateLimits());
afterAll(async () => {
  await sql`delete from public.events where address = ${address}`;
  await removeVolunteers(domain);
});

const call = (path: string) => request("GET", path, { token: adminToken });

describe("the report about volunteers", () => {
  it("has hours, people and shifts of a period, in total and by month, and counts each person once", async () => {
    const { status, json } = await call("/api/volunteer-reports?from=2004-01-01&to=2004-12-31");
    expect(status).toBe(200);
    expect(json).toEqual({
      total: { hours: 11.75, handedInHours: 3, people: 2, shifts: 4 },
      months: [
        { month: "2004-03", hours: 6.75, handedInHours: 3, people: 2, shifts: 2 },
        { month: "2004-02", hours: 5, handedInHours: 0, people: 2, shifts: 2 },
      ],
    });
    const total = async (query: string) =>
      (await call(`/api/volunteer-reports?${query}`)).json.total.hours;
    expect(await total("from=2004-03-01&to=2004-03-30")).toBe(5.5);
    expect(await total("to=2004-02-29")).toBe(5);
    expect(await total("from=2003-01-01&to=2003-12-31")).toBe(0);
  });

  it("is also a file, with a row for the whole period", async () => {
    const { text, headers } = await call(
      "/api/volunteer-reports/file?from=2004-01-01&to=2004-12-31",
    );
    expect(headers.get("Content-Disposition")).toContain('filename="volunteer-report-');
    expect(parseCsv(text.replace("\uFEFF", ""))).toEqual([
      ["Month", "Hours", "Of which outside shifts", "People", "Shifts"],
      ["2004-03", "6.75", "3.00", "2", "2"],
      ["2004-02", "5.00", "0.00", "2", "2"],
      ["Whole period", "11.75", "3.00", "2", "4"],
    ]);
  });

  it("refuses a period that isn't one, naming the field", async () => {
    for (const path of ["/api/volunteer-reports", "/api/attendance/export"]) {
      const { status, json } = await call(`${path}?from=2004-02-30`);
      expect([status, json.issues[0].path]).toEqual([400, "from"]);
      expect((await call(`${path}?since=2004-01-01`)).status).toBe(400);
    }
  });
});

describe("the export of attendance", () => {
  it("has every sign-up of a period, however long ago, with the hours that count", async () => {
    const { rows, headings } = await requestExport(
      adminToken,
      "/api/attendance",
      "from=2004-03-01&to=2004-03-31&sort=date",
    );
    const pick = (row: readonly string[]) =>
      ["Date", "Email", "Attendance", "Hours"].map((heading) => row[headings.indexOf(heading)]);
    expect(rows.map(pick)).toEqual([
      ["2004-03-01", `0@${domain}`, "confirmed", "2.50"],
      ["2004-03-30", `0@${domain}`, "absent", "0.00"],
      ["2004-03-31", `1@${domain}`, "confirmed", "1.25"],
    ]);
    const ofOnePerson = await requestExport(
      adminToken,
      "/api/attendance",
      `volunteerId=${people[0]}&from=2004-03-01`,
    );
    expect(ofOnePerson.rows).toHaveLength(2);
  });
});

describe("the export of volunteers", () => {
  it("has their tags and qualifications", async () => {
    await sql`
      update public.volunteers set tags = '["driver", "CPR"]' where id = ${people[0]!}`;
    await sql`
      insert into public.volunteer_qualifications (volunteer_id, kind, label, completed_on, expires_on)
      values
        (${people[0]!}, 'waiver', null, '2026-01-15', '2027-01-15'),
        (${people[0]!}, 'other', 'Food handler', '2025-05-05', null),
        (${people[0]!}, 'training', 'First aid', '2025-06-05', null)`;
    const { rows, headings } = await requestExport(
      adminToken,
      "/api/volunteers",
      `search=${domain}&sort=name`,
    );
    const pick = (heading: string) =>
      rows.map((row) => row[headings.indexOf(heading)] ?? "").toSorted();
    expect(pick("Tags")).toEqual(["", "driver; CPR"]);
    expect(pick("Qualifications")).toEqual([
      "",
      "Waiver 2026-01-15 until 2027-01-15; First aid 2025-06-05; Food handler 2025-05-05",
    ]);
  });
});
