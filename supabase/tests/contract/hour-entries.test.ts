import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { uniqueWord } from "../unique-word.ts";
import { clearRateLimits, type LoggedInPerson, request, signInAdmin, sql } from "./stack.ts";
import { addEvent, addVolunteers, removeVolunteers } from "./volunteers.ts";

const word = uniqueWord();
const domain = `${word}.example.org`;
let adminToken = "";
let volunteer: Pick<LoggedInPerson, "id" | "token">;
let personId = "";
let dates: Record<"shift" | "free" | "tomorrow", string>;

beforeAll(async () => {
  adminToken = (await signInAdmin("coordinator")).token;
  volunteer = (await addVolunteers(1, domain))[0]!;
  const [person] = await sql<[{ id: string }]>`
    select id from public.volunteers where account_id = ${volunteer.id}`;
  personId = person.id;
  const eventId = await addEvent({ address: word, days: -3 });
  await sql`
    insert into public.volunteer_event_registrations (person_id, event_id) values (${personId}, ${eventId})`;
  const [days] = await sql<[typeof dates]>`
    select (private.today() - 3)::text as shift, (private.today() - 9)::text as free,
      (private.today() + 1)::text as tomorrow`;
  dates = days;
});
beforeEach(() => clearRateLimits());
afterAll(async () => {
  await sql`delete from public.events where address = ${word}`;
  await removeVolunteers(domain);
});

const ownPath = () => `/api/volunteer/${volunteer.id}/hours`;
const handIn = (body: object) =>
  request("POST", ownPath(), { token: volunteer.token, body: { activity: "Letters", ...body } });
const enter = (body: object) =>
  request("POST", "/api/hour-entries", {
    token: adminToken,
    body: { personId, activity: "Driving", ...body },
  });
const readTotals = async () => {
  const [own, record, certificate] = [
    await request("GET", "/api/volunteer-event-registrations", { token: volunteer.token }),
    await request("GET", `/api/volunteers/${personId}`, { token: adminToken }),
    await request("GET", `/api/volunteer/${volunteer.id}/hours-certificate`, {
      token: volunteer.token,
    }),
  ];
  return {
    shifts: own.json.totalHours,
    handedIn: own.json.handedInHours,
    record: record.json.totalHours,
    certificate: certificate.json.totalHours,
  };
};

describe("hours outside shifts", () => {
  it("that a volunteer hands in count in every sum once approved, and EVT-05 stays the registrations'", async () => {
    const { status, json } = await handIn({ date: dates.free, hours: 2.25 });
    expect([status, json.status]).toEqual([201, "pending"]);
    expect(await readTotals()).toEqual({ shifts: 0, handedIn: 0, record: 0, certificate: 0 });
    const listed = await request("GET", `/api/hour-entries?personId=${personId}&status=pending`, {
      token: adminToken,
    });
    expect(listed.json).toMatchObject([
      { id: json.id, enteredBy: null, shiftThatDay: null, isCounted: false },
    ]);
    const approved = await request("PUT", `/api/hour-entries/${json.id}`, {
      token: adminToken,
      body: { status: "approved", updatedAt: listed.json[0].updatedAt },
    });
    expect(approved.json).toMatchObject({ status: "approved", reviewedBy: "coordinator" });
    expect(await readTotals()).toEqual({
      shifts: 0,
      handedIn: 2.25,
      record: 2.25,
      certificate: 2.25,
    });
    // Reviewed hours can't be taken back.
    const takenBack = await request("DELETE", `${ownPath()}/${json.id}`, {
      token: volunteer.token,
    });
    expect(takenBack.status).toBe(404);
    await request("DELETE", `/api/hour-entries/${json.id}`, { token: adminToken });
    expect(await readTotals()).toEqual({ shifts: 0, handedIn: 0, record: 0, certificate: 0 });
  });

  it("on the day of a shift are asked about, for the volunteer and for an administrator, and count only if they come on top", async () => {
    for (const ask of [handIn, enter]) {
      const { status, json } = await ask({ date: dates.shift, hours: 1 });
      expect([status, json.code]).toEqual([409, "overlaps"]);
      expect(json.message).toMatch(
        /^Tess Walkinshaw has a shift that day: Food Drive on .* to .*\./,
      );
    }
    const entered = await enter({ date: dates.shift, hours: 1, isBesideShift: true });
    expect([entered.status, entered.json.enteredBy]).toEqual([201, "coordinator"]);
    expect(await readTotals()).toMatchObject({ handedIn: 1, record: 1 });
    await request("DELETE", `/api/hour-entries/${entered.json.id}`, { token: adminToken });
  });

  it("are refused if they are in the future, zero, more than a day or not to the hundredth, and nothing is stored", async () => {
    for (const [body, path] of [
      [{ date: dates.tomorrow, hours: 1 }, "date"],
      [{ date: dates.free, hours: 0 }, "hours"],
      [{ date: dates.free, hours: 24.5 }, "hours"],
      [{ date: dates.free, hours: 1.234 }, "hours"],
      [{ date: dates.free, hours: 1, activity: " " }, "activity"],
    ] as const) {
      const { status, json } = await handIn(body);
      expect([status, json.issues[0].path], JSON.stringify(body)).toEqual([400, path]);
    }
    expect((await request("GET", ownPath(), { token: volunteer.token })).json).toEqual([]);
  });
});

describe("the hours of one person on a shift", () => {
  it("follow from check-in and check-out or are entered, and are cleared with the mark", async () => {
    const { json } = await request("GET", `/api/attendance?volunteerId=${personId}`, {
      token: adminToken,
    });
    const path = `/api/attendance/${json[0].id}`;
    const record = (body: object) => request("PUT", path, { token: adminToken, body });
    const { startTime } = json[0];
    const lateTime = `${startTime.slice(0, 3)}30`;
    const late = await record({ checkedIn: lateTime });
    expect(late.json).toMatchObject({
      attendance: "confirmed",
      checkedIn: `${lateTime}:00`,
      hours: json[0].hours - 0.5,
    });
    expect((await record({ checkedOut: startTime })).json.issues[0].path).toBe("checkedOut");
    expect((await record({ hours: 1.75 })).json).toMatchObject({ enteredHours: 1.75, hours: 1.75 });
    expect(await readTotals()).toEqual({
      shifts: 1.75,
      handedIn: 0,
      record: 1.75,
      certificate: 1.75,
    });
    expect((await record({ attendance: "expected" })).json).toMatchObject({
      checkedIn: null,
      enteredHours: null,
    });
    expect(await readTotals()).toEqual({ shifts: 0, handedIn: 0, record: 0, certificate: 0 });
  });
});
