import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  clearRateLimits,
  type LoggedInPerson,
  request,
  SOME_ID,
  signInAdmin,
  sql,
} from "./stack.ts";
import { addEvent, addVolunteers, removeVolunteers } from "./volunteers.ts";

const domain = `attendance-${randomUUID().slice(0, 8)}.example.org`;
const address = `1 ${domain}`;
type Volunteer = Pick<LoggedInPerson, "id" | "token">;
let admin = "";
let volunteer: Volunteer;
let pastEvent = "";
let registration = "";

const addRegistration = async (event: string) => {
  const [row] = await sql<{ id: string }[]>`
    insert into public.volunteer_event_registrations (volunteer_id, event_id)
    values (${volunteer.id}, ${event}) returning id`;
  return row!.id;
};

beforeAll(async () => {
  admin = (await signInAdmin()).token;
  volunteer = (await addVolunteers(1, domain))[0]!;
  pastEvent = await addEvent({ address, days: -2 });
  registration = await addRegistration(pastEvent);
});
beforeEach(() => clearRateLimits());
afterAll(async () => {
  await sql`delete from public.events where address = ${address}`;
  await removeVolunteers(domain);
});

const record = (id: string, attendance: string, token = admin) =>
  request("PUT", `/api/attendance/${id}`, { body: { attendance }, token });
const requestCertificate = (query = "") =>
  request("GET", `/api/volunteer/${volunteer.id}/hours-certificate${query}`, {
    token: volunteer.token,
  });
const readHours = async () => {
  const ownRegistrations = await request("GET", "/api/volunteer-event-registrations", {
    token: volunteer.token,
  });
  const directory = await request("GET", `/api/volunteers?search=${domain}`, { token: admin });
  const certificate = await requestCertificate();
  return [
    ownRegistrations.json.totalHours,
    directory.json[0].totalHours,
    certificate.json.totalHours,
  ];
};

describe("attendance", () => {
  it("lists the registrations of one event, or of the past week", async () => {
    const upcomingEvent = await addEvent({ address, days: 3 });
    const upcomingRegistration = await addRegistration(upcomingEvent);
    const listIds = async (query: string) => {
      const { json } = await request("GET", `/api/attendance?${query}`, { token: admin });
      return (json as { id: string }[]).map(({ id }) => id);
    };
    expect(await listIds(`eventId=${pastEvent}`)).toEqual([registration]);
    expect(await listIds(`eventId=${upcomingEvent}`)).toEqual([upcomingRegistration]);
    expect(await listIds(`search=${domain}`)).toEqual([registration]);
  });

  it("threat 41: records attendance with one audit entry each and updates hours at once", async () => {
    expect(await readHours()).toEqual([2.5, 0, 0]);
    const confirmResponse = await record(registration, "confirmed");
    expect(confirmResponse).toMatchObject({
      status: 200,
      json: { id: registration, attendance: "confirmed", confirmedAt: expect.any(String) },
    });
    expect(await readHours()).toEqual([2.5, 2.5, 2.5]);
    await record(registration, "absent");
    expect(await readHours()).toEqual([0, 0, 0]);
    const resetResponse = await record(registration, "expected");
    expect(resetResponse.json).toMatchObject({ attendance: "expected", confirmedAt: null });
    const entries = await sql`
      select actor_name as actor, after ->> 'attendance' as attendance from public.audit_log
      where table_name = 'volunteer_event_registrations' and row_id = ${registration} and action = 'update'
      order by id`;
    expect([...entries]).toEqual([
      { actor: "admin", attendance: "confirmed" },
      { actor: "admin", attendance: "absent" },
      { actor: "admin", attendance: "expected" },
    ]);
  });

  it("refuses events that haven't started, unknown ids and values, and volunteers", async () => {
    const upcomingRegistration = await addRegistration(await addEvent({ address, days: 4 }));
    const earlyResponse = await record(upcomingRegistration, "confirmed");
    expect([earlyResponse.status, earlyResponse.json.code]).toEqual([409, "event_not_started"]);
    expect((await record(upcomingRegistration, "absent")).status).toBe(200);
    expect((await record(SOME_ID, "absent")).status).toBe(404);
    expect((await record(registration, "came")).status).toBe(400);
    expect((await record(registration, "confirmed", volunteer.token)).status).toBe(403);
    const [row] = await sql`
      select attendance from public.volunteer_event_registrations where id = ${registration}`;
    expect(row).toEqual({ attendance: "expected" });
  });
});

describe("the certificate of hours", () => {
  it("lists only confirmed shifts, for all years or for one calendar year in the organization's time zone", async () => {
    const [lastEvening, firstMorning] = [await addEvent({ address }), await addEvent({ address })];
    await sql`
      update public.events set date = '2024-12-31', start_time = '20:00', end_time = '23:45'
      where id = ${lastEvening}`;
    await sql`
      update public.events set date = '2025-01-01', start_time = '00:00', end_time = '01:00'
      where id = ${firstMorning}`;
    await record(await addRegistration(lastEvening), "confirmed");
    await record(await addRegistration(firstMorning), "confirmed");
    const fullCertificate = await requestCertificate();
    expect(fullCertificate.status).toBe(200);
    expect(fullCertificate.json).toMatchObject({
      volunteerName: "Test Volunteer",
      organization: { name: expect.any(String), taxId: expect.any(String) },
      totalHours: 4.75,
      years: [2025, 2024],
      issuedOn: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    });
    expect(fullCertificate.json.shifts.map(({ id }: { id: string }) => id)).toEqual([
      lastEvening,
      firstMorning,
    ]);
    const certificate2024 = await requestCertificate("?year=2024");
    expect(certificate2024.json).toMatchObject({ totalHours: 3.75, years: [2025, 2024] });
    expect(certificate2024.json.shifts).toMatchObject([
      { id: lastEvening, date: "2024-12-31", startTime: "20:00:00", hours: 3.75 },
    ]);
    expect((await requestCertificate("?year=2019")).json).toMatchObject({
      totalHours: 0,
      shifts: [],
    });
    expect((await requestCertificate("?year=x")).status).toBe(400);
  });
});
