import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { uniqueWord } from "../unique-word.ts";
import { clearRateLimits, request, signInAdmin, sql } from "./stack.ts";
import { addPerson, logIn, removePeople } from "./volunteer-people.ts";
import { addEvent } from "./volunteers.ts";

const word = uniqueWord();
const domain = `${word}.example.org`;
const tokens: Record<string, string> = {};

beforeAll(async () => {
  for (const name of ["admin", "treasurer", "coordinator", "editor"] as const) {
    tokens[name] = (await signInAdmin(name)).token;
  }
});
beforeEach(() => clearRateLimits());
afterAll(async () => {
  await sql`delete from public.events where address = ${word}`;
  await sql`delete from public.donations where email like ${`%@${domain}`}`;
  await sql`delete from public.donors where email like ${`%@${domain}`}`;
  await removePeople(domain);
});

const call = (method: string, path: string, body?: object, name = "coordinator") =>
  request(method, path, { token: tokens[name], body });
const read = (id: string, name = "coordinator") =>
  call("GET", `/api/volunteers/${id}`, undefined, name);
const listIds = async (path: string) => {
  const { json } = await call("GET", path);
  return (json as { id: string }[]).map(({ id }) => id);
};

describe("a volunteer's record", () => {
  it("can be read only by administrators of volunteers, with the volunteer's id or the account's id", async () => {
    const lena = await addPerson(domain);
    const { status, json } = await read(lena.id);
    expect(status).toBe(200);
    expect(json).toMatchObject({
      id: lena.id,
      accountId: lena.accountId,
      firstName: "Lena",
      lastName: "Marsh",
      email: lena.email,
      login: { state: "open", lastLoginAt: null, outdatedEmail: null },
    });
    expect((await read(lena.accountId)).json.id).toBe(lena.id);
    for (const name of ["treasurer", "editor"]) {
      expect((await read(lena.id, name)).json.code).toBe("area_required");
    }
    const ownSession = await logIn(lena.email);
    const volunteerResponse = await request("GET", `/api/volunteers/${lena.id}`, {
      token: ownSession.token,
    });
    expect(volunteerResponse.status).toBe(403);
    expect((await request("GET", `/api/volunteers/${lena.id}`)).status).toBe(401);
    expect((await read(crypto.randomUUID())).status).toBe(404);
  });

  it("threat 2: shows the donor with the same address only to administrators of giving", async () => {
    const lena = await addPerson(domain);
    const { json } = await call(
      "POST",
      "/api/donations",
      {
        firstName: "Lena",
        lastName: "Marsh",
        email: lena.email,
        amount: 40,
        method: "check",
        receivedOn: "2026-01-05",
      },
      "admin",
    );
    const recordWithDonor = (await read(lena.id, "admin")).json;
    expect(recordWithDonor.donor).toMatchObject({ id: json.donorId });
    const stranger = await addPerson(domain);
    const [coordinatorView, other] = [(await read(lena.id)).json, (await read(stranger.id)).json];
    expect([coordinatorView.donor, other.donor]).toEqual([null, null]);
    expect(Object.keys(coordinatorView)).toEqual(Object.keys(other));
    expect(JSON.stringify(coordinatorView)).not.toContain(json.donorId);
    const { json: donor } = await call(
      "GET",
      `/api/donors/${json.donorId}`,
      undefined,
      "treasurer",
    );
    expect(donor.volunteer).toBeNull();
  });

  it("counts confirmed hours by month, and lists upcoming and past shifts", async () => {
    const lena = await addPerson(domain);
    const events = [
      await addEvent({ days: -40, address: word }),
      await addEvent({ days: -41, address: word }),
      await addEvent({ days: 6, address: word }),
    ];
    const registrations: string[] = [];
    for (const eventId of events) {
      const { json } = await call("POST", "/api/attendance", {
        eventId,
        volunteerId: lena.accountId,
      });
      registrations.push(json.id as string);
    }
    for (const id of registrations.slice(0, 2)) {
      await call("PUT", `/api/attendance/${id}`, { attendance: "confirmed" });
    }
    const { json } = await read(lena.id);
    const months = json.months as { hours: number; shifts: number }[];
    expect(months.reduce((sum, { hours }) => sum + hours, 0)).toBe(5);
    expect(months.reduce((sum, { shifts }) => sum + shifts, 0)).toBe(2);
    expect(json.totalHours).toBe(5);
    const list = (filter: string) =>
      listIds(`/api/attendance?volunteerId=${lena.accountId}&${filter}`);
    expect(await list("isUpcoming=true&sort=date")).toEqual([registrations[2]]);
    expect(await list("isUpcoming=false&sort=-date")).toEqual(registrations.slice(0, 2));
  });

  it("shows the waiting lists that the volunteer is on", async () => {
    const [first, lena] = [await addPerson(domain), await addPerson(domain)];
    const eventId = await addEvent({ places: 1, address: word });
    await call("POST", "/api/attendance", { eventId, volunteerId: first.accountId });
    await sql`
      insert into public.shift_waitlist (shift_id, volunteer_id)
      select id, ${lena.accountId} from public.volunteer_shifts where event_id = ${eventId}`;
    expect((await read(lena.id)).json.waitlistEntries).toMatchObject([{ eventId, position: 1 }]);
    expect((await read(first.id)).json.waitlistEntries).toEqual([]);
  });

  it("finds the person's applications, highlights and emails, and nobody else's", async () => {
    const [lena, other] = [await addPerson(domain), await addPerson(domain)];
    for (const person of [lena, other]) {
      await sql`
        insert into public.volunteer_highlights (volunteer_id, title, message)
        values (${person.accountId}, ${word}, 'We packed.')`;
      await sql`
        select private.queue_email('Event Reminder', ${person.email}, 'Lena', '{}', ${person.id})`;
      await sql`select private.queue_email('Gift Link', ${person.email}, 'Lena', '{}')`;
    }
    const applications = await call("GET", `/api/volunteer-applications?volunteerId=${lena.id}`);
    expect(applications.json).toMatchObject([{ email: lena.email, status: "approved" }]);
    const highlights = await call(
      "GET",
      `/api/admin/volunteer-highlights/all?volunteerId=${lena.accountId}`,
    );
    expect(highlights.json).toMatchObject([{ volunteerId: lena.accountId }]);
    const emails = await call("GET", `/api/email-outbox?volunteerId=${lena.id}`);
    expect(emails.json).toMatchObject([{ templateName: "Event Reminder", toEmail: lena.email }]);
  });
});

describe("a volunteer's qualification", () => {
  const readDay = async (days: number) => {
    const [row] = await sql<[{ day: string }]>`
      select (private.today() + ${days}::integer)::text as day`;
    return row.day;
  };
  const add = async (volunteerId: string, details: object) =>
    (await call("POST", "/api/volunteer-qualifications", { volunteerId, ...details })).json;
  const list = async (volunteerId: string) => {
    const { json } = await call("GET", `/api/volunteer-qualifications?volunteerId=${volunteerId}`);
    return json as { id: string; isLapsing: boolean; hasLapsed: boolean }[];
  };
  const listLapsingIds = () => listIds(`/api/volunteers?isLapsing=true&search=${domain}`);

  it("needs attention from 30 days before it lapses until it's renewed", async () => {
    const lena = await addPerson(domain);
    const [completedOn, laterDay] = [await readDay(-300), await readDay(-1)];
    await add(lena.id, { kind: "waiver", completedOn, expiresOn: await readDay(31) });
    expect(await listLapsingIds()).toEqual([]);
    const check = { kind: "background-check", label: null, completedOn };
    const addedQualification = await add(lena.id, { ...check, expiresOn: await readDay(30) });
    expect(await listLapsingIds()).toEqual([lena.id]);
    await call("PUT", `/api/volunteer-qualifications/${addedQualification.id}`, {
      expiresOn: await readDay(0),
    });
    expect((await list(lena.id)).find(({ id }) => id === addedQualification.id)).toMatchObject({
      isLapsing: true,
      hasLapsed: true,
    });
    await add(lena.id, { ...check, completedOn: laterDay, expiresOn: await readDay(700) });
    expect(await listLapsingIds()).toEqual([]);
    expect((await list(lena.id)).map(({ isLapsing }) => isLapsing)).not.toContain(true);
  });

  it("doesn't need attention once the volunteer's account is disabled", async () => {
    const lena = await addPerson(domain);
    const dates = { completedOn: await readDay(-9), expiresOn: await readDay(3) };
    await add(lena.id, { kind: "training", label: "CPR", ...dates });
    expect(await listLapsingIds()).toEqual([lena.id]);
    await call("PUT", `/api/volunteer-accounts/${lena.accountId}/toggle-status`, {
      isActive: false,
    });
    expect(await listLapsingIds()).toEqual([]);
  });

  it("needs a label if the kind is other, and an expiration date after the completion date", async () => {
    const lena = await addPerson(domain);
    const [yesterday, today] = [await readDay(-1), await readDay(0)];
    const readIssues = async (details: object) => (await add(lena.id, details)).issues?.[0]?.path;
    expect(await readIssues({ kind: "other", completedOn: today })).toBe("label");
    expect(await readIssues({ kind: "waiver", completedOn: today, expiresOn: yesterday })).toBe(
      "expiresOn",
    );
    expect(await list(lena.id)).toEqual([]);
  });
});
