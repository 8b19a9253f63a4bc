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
import { uniqueWord } from "../unique-word.ts";

const domain = `attendance-${uniqueWord()}.example.org`;
const address = `1 ${domain}`;
type Volunteer = Pick<LoggedInPerson, "id" | "token">;
let adminToken = "";
let volunteer: Volunteer;
let pastEventId = "";
let registrationId = "";

const addRegistration = async (eventId: string) => {
  const [row] = await sql<{ id: string }[]>`
    insert into public.volunteer_event_registrations (volunteer_id, event_id)
    values (${volunteer.id}, ${eventId}) returning id`;
  return row!.id;
};

beforeAll(async () => {
  adminToken = (await signInAdmin()).token;
  volunteer = (await addVolunteers(1, domain))[0]!;
  pastEventId = await addEvent({ address, days: -2 });
  registrationId = await addRegistration(pastEventId);
});
beforeEach(() => clearRateLimits());
afterAll(async () => {
  await sql`delete from public.events where address = ${address}`;
  await removeVolunteers(domain);
});

const recordAttendance = (id: string, attendance: string, token = adminToken) =>
  request("PUT", `/api/attendance/${id}`, { body: { attendance }, token });
const requestCertificate = (query = "") =>
  request("GET", `/api/volunteer/${volunteer.id}/hours-certificate${query}`, {
    token: volunteer.token,
  });
const readHours = async () => {
  const registrationsResponse = await request("GET", "/api/volunteer-event-registrations", {
    token: volunteer.token,
  });
  const directoryResponse = await request("GET", `/api/volunteers?search=${domain}`, {
    token: adminToken,
  });
  const certificateResponse = await requestCertificate();
  return [
    registrationsResponse.json.totalHours,
    directoryResponse.json[0].totalHours,
    certificateResponse.json.totalHours,
  ];
};

describe("the attendance API", () => {
  it("lists the registrations of one event, or of the past week", async () => {
    const upcomingEventId = await addEvent({ address, days: 3 });
    const upcomingRegistrationId = await addRegistration(upcomingEventId);
    const listIds = async (query: string) => {
      const { json } = await request("GET", `/api/attendance?${query}`, { token: adminToken });
      return (json as { id: string }[]).map(({ id }) => id);
    };
    expect(await listIds(`eventId=${pastEventId}`)).toEqual([registrationId]);
    expect(await listIds(`eventId=${upcomingEventId}`)).toEqual([upcomingRegistrationId]);
    expect(await listIds(`search=${domain}`)).toEqual([registrationId]);
  });

  it("threat 41: records each change with one audit entry and updates hours immediately", async () => {
    expect(await readHours()).toEqual([0, 0, 0]);
    const confirmResponse = await recordAttendance(registrationId, "confirmed");
    expect(confirmResponse).toMatchObject({
      status: 200,
      json: { id: registrationId, attendance: "confirmed", confirmedAt: expect.any(String) },
    });
    expect(await readHours()).toEqual([2.5, 2.5, 2.5]);
    await recordAttendance(registrationId, "absent");
    expect(await readHours()).toEqual([0, 0, 0]);
    const resetResponse = await recordAttendance(registrationId, "expected");
    expect(resetResponse.json).toMatchObject({ attendance: "expected", confirmedAt: null });
    const entries = await sql`
      select actor_name as actor, after ->> 'attendance' as attendance from public.audit_log
      where table_name = 'volunteer_event_registrations' and row_id = ${registrationId} and action = 'update'
      order by id`;
    expect([...entries]).toEqual([
      { actor: "admin", attendance: "confirmed" },
      { actor: "admin", attendance: "absent" },
      { actor: "admin", attendance: "expected" },
    ]);
  });

  it("checks someone in half an hour before the start, which adds nothing to their hours or the roster's export until the shift is over", async () => {
    const eventId = await addEvent({ address, days: 0 });
    const startIn = (time: string) => sql`
      update public.events set date = start::date, start_time = start::time, end_time = (start + interval '2 hours')::time,
        ends_next_day = (start + interval '2 hours')::date > start::date
      from date_trunc('minute', now() at time zone private.time_zone() + ${time}::interval) as start
      where id = ${eventId}`;
    await startIn("30 minutes");
    const earlyId = await addRegistration(eventId);
    const hoursBefore = await readHours();
    expect((await recordAttendance(earlyId, "confirmed")).status).toBe(200);
    const readExportedHours = async () => {
      const { text } = await request("GET", `/api/attendance/export?eventId=${eventId}`, {
        token: adminToken,
      });
      const [headings = "", row = ""] = text.split("\r\n");
      return row.split(",")[headings.split(",").indexOf("Hours")];
    };
    expect(await readHours()).toEqual(hoursBefore);
    expect(await readExportedHours()).toBe("0.00");
    await startIn("-3 hours");
    expect(await readHours()).toEqual(hoursBefore.map((hours) => hours + 2));
    expect(await readExportedHours()).toBe("2.00");
    await recordAttendance(earlyId, "absent");
    expect(await readHours()).toEqual(hoursBefore);
    expect(await readExportedHours()).toBe("0.00");
  });

  it("refuses to confirm attendance days before an event starts, and refuses unknown ids, unknown values and volunteers", async () => {
    const upcomingRegistrationId = await addRegistration(await addEvent({ address, days: 4 }));
    const earlyResponse = await recordAttendance(upcomingRegistrationId, "confirmed");
    expect([earlyResponse.status, earlyResponse.json.code]).toEqual([409, "event_not_started"]);
    expect((await recordAttendance(upcomingRegistrationId, "absent")).status).toBe(200);
    expect((await recordAttendance(SOME_ID, "absent")).status).toBe(404);
    expect((await recordAttendance(registrationId, "came")).status).toBe(400);
    expect((await recordAttendance(registrationId, "confirmed", volunteer.token)).status).toBe(403);
    const [row] = await sql`
      select attendance from public.volunteer_event_registrations where id = ${registrationId}`;
    expect(row).toEqual({ attendance: "expected" });
  });
});

describe("the certificate of hours", () => {
  it("lists only confirmed shifts, for all years or for one calendar year in the organization's time zone", async () => {
    const [lastEveningEventId, firstMorningEventId] = [
      await addEvent({ address }),
      await addEvent({ address }),
    ];
    await sql`
      update public.events set date = '2024-12-31', start_time = '20:00', end_time = '23:45'
      where id = ${lastEveningEventId}`;
    await sql`
      update public.events set date = '2025-01-01', start_time = '00:00', end_time = '01:00'
      where id = ${firstMorningEventId}`;
    await recordAttendance(await addRegistration(lastEveningEventId), "confirmed");
    await recordAttendance(await addRegistration(firstMorningEventId), "confirmed");
    const allYearsResponse = await requestCertificate();
    expect(allYearsResponse.status).toBe(200);
    expect(allYearsResponse.json).toMatchObject({
      volunteerName: "Tess Walkinshaw",
      organization: { name: expect.any(String), taxId: expect.any(String) },
      totalHours: 4.75,
      years: [2025, 2024],
      issuedOn: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    });
    expect(allYearsResponse.json.shifts.map(({ id }: { id: string }) => id)).toEqual([
      lastEveningEventId,
      firstMorningEventId,
    ]);
    const responseFor2024 = await requestCertificate("?year=2024");
    expect(responseFor2024.json).toMatchObject({ totalHours: 3.75, years: [2025, 2024] });
    expect(responseFor2024.json.shifts).toMatchObject([
      { id: lastEveningEventId, date: "2024-12-31", startTime: "20:00:00", hours: 3.75 },
    ]);
    expect((await requestCertificate("?year=2019")).json).toMatchObject({
      totalHours: 0,
      shifts: [],
    });
    expect((await requestCertificate("?year=x")).status).toBe(400);
  });
});
