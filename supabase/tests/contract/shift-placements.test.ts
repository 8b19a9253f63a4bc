import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { uniqueWord } from "../unique-word.ts";
import { clearRateLimits, request, signInAdmin, sql } from "./stack.ts";
import { addPerson, type TestVolunteer, removePeople } from "./volunteer-people.ts";
import { addEvent, addVolunteers, removeVolunteers } from "./volunteers.ts";

const word = uniqueWord();
const domain = `${word}.example.org`;
let token = "";

beforeAll(async () => {
  ({ token } = await signInAdmin("coordinator"));
});
beforeEach(() => clearRateLimits());
afterAll(async () => {
  await sql`delete from public.events where address = ${word}`;
  await removePeople(domain);
  await removeVolunteers(domain);
});

const putOnShift = ({ id }: TestVolunteer, eventId: string, options: object = {}) =>
  request("POST", `/api/volunteers/${id}/shifts`, { token, body: { eventId, ...options } });
const readEmailsTo = async ({ email }: TestVolunteer) => {
  const rows = await sql<{ name: string }[]>`
    select template_name as name from public.email_outbox where to_email = ${email}`;
  return rows.map(({ name }) => name);
};
const readCounts = async (eventId: string) => {
  const [row] = await sql<[{ registered: number }]>`
    select registered_volunteers as registered from public.events where id = ${eventId}`;
  return row.registered;
};

describe("putting a volunteer on a shift", () => {
  it("registers them once, and emails them unless asked not to", async () => {
    const [lena, other] = [await addPerson(domain), await addPerson(domain)];
    const eventId = await addEvent({ places: 5, address: word });
    const response = await putOnShift(lena, eventId, { sendsEmail: false });
    expect(response.json).toEqual({ state: "joined", position: null });
    // The volunteer gets a free spot, even if the request also allows the waiting list.
    const emailedResponse = await putOnShift(other, eventId, {
      waitsIfFull: true,
    });
    expect(emailedResponse.json.state).toBe("joined");
    expect([await readEmailsTo(lena), await readEmailsTo(other)]).toEqual([[], ["Added to Shift"]]);
    const repeatedResponse = await putOnShift(lena, eventId);
    expect([repeatedResponse.status, repeatedResponse.json.code]).toEqual([409, "on_shift"]);
    expect(await readCounts(eventId)).toBe(2);
  });

  it("refuses a full shift, or adds them to its waiting list if asked to", async () => {
    const [first, lena] = [await addPerson(domain), await addPerson(domain)];
    const eventId = await addEvent({ places: 1, address: word });
    await putOnShift(first, eventId);
    expect((await putOnShift(lena, eventId)).json.code).toBe("event_full");
    const waiting = await putOnShift(lena, eventId, { waitsIfFull: true, sendsEmail: true });
    expect(waiting.json).toEqual({ state: "waitlisted", position: 1 });
    expect((await putOnShift(lena, eventId, { waitsIfFull: true })).json.position).toBe(1);
    expect(await readEmailsTo(lena)).toEqual(["Added to Waiting List"]);
    const quiet = await addPerson(domain);
    await putOnShift(quiet, eventId, { waitsIfFull: true, sendsEmail: false });
    expect(await readEmailsTo(quiet)).toEqual([]);
    const record = await request("GET", `/api/volunteers/${lena.id}`, { token });
    const path = `/api/waitlist-entries/${record.json.waitlistEntries[0].id}`;
    expect((await request("DELETE", path, { token })).status).toBe(200);
    expect((await request("DELETE", path, { token })).status).toBe(404);
  });

  it("is 409 overlaps if they have another one at that time, from the roster and from their page", async () => {
    const lena = await addPerson(domain);
    const events = [];
    for (let count = 0; count < 3; count += 1) {
      // oxlint-disable-next-line no-await-in-loop
      events.push(await addEvent({ address: word }));
    }
    const [first, second, third] = events as [string, string, string];
    await putOnShift(lena, first);
    const addToRoster = (options: object = {}) =>
      request("POST", "/api/attendance", {
        token,
        body: { eventId: third, volunteerId: lena.id, ...options },
      });
    for (const { status, json } of [await putOnShift(lena, second), await addToRoster()]) {
      expect([status, json.code]).toEqual([409, "overlaps"]);
      expect(json.message).toMatch(
        /^Food Drive on .+ overlaps with Food Drive on .+ to 12:30 PM, which .+ has already signed up for\.$/,
      );
    }
    expect([await readCounts(second), await readCounts(third)]).toEqual([0, 0]);
    expect((await putOnShift(lena, second, { anyway: true })).status).toBe(200);
    expect((await addToRoster({ anyway: true })).status).toBe(201);
  });

  it("gives the last spot to one of ten volunteers in simultaneous requests", async () => {
    const people = await Promise.all(Array.from({ length: 10 }, () => addPerson(domain)));
    const eventId = await addEvent({ places: 1, address: word });
    const responses = await Promise.all(people.map((person) => putOnShift(person, eventId)));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await readCounts(eventId)).toBe(1);
  });

  it("takes someone without a login and without an email address, who is on the roster and told nothing", async () => {
    const lena = await addPerson(domain);
    const eventId = await addEvent({ address: word });
    const [paper] = await sql<[{ id: string }]>`
      insert into public.volunteers (name) values ('Ida Paper') returning id`;
    const { status, json } = await putOnShift({ ...lena, id: paper.id }, eventId, {
      sendsEmail: true,
    });
    expect([status, json.state]).toEqual([200, "joined"]);
    const roster = await request("GET", `/api/attendance?eventId=${eventId}`, {
      token,
    });
    expect(roster.json).toMatchObject([
      { personId: paper.id, volunteerId: null, firstName: "Ida", lastName: "Paper", email: null },
    ]);
    await sql`delete from public.volunteers where id = ${paper.id}`;
  });

  it("refuses someone without a login who isn't active until they're made active, and frees their spots when they aren't anymore", async () => {
    const eventId = await addEvent({ address: word });
    const [paper] = await sql<[{ id: string }]>`
      insert into public.volunteers (name, is_active) values ('Otto Paper', false) returning id`;
    const put = () =>
      request("POST", `/api/volunteers/${paper.id}/shifts`, { token, body: { eventId } });
    const setActive = (id: string, isActive: boolean) =>
      request("PUT", `/api/volunteers/${id}`, { token, body: { isActive, sendsEmail: false } });
    expect((await put()).json.message).toBe("This volunteer isn't active. Make them active first.");
    const activated = await setActive(paper.id, true);
    expect([activated.status, activated.json.isActive]).toEqual([200, true]);
    expect((await put()).json.state).toBe("joined");
    expect((await setActive(paper.id, false)).json.isActive).toBe(false);
    expect(await readCounts(eventId)).toBe(0);
    await sql`delete from public.volunteers where id = ${paper.id}`;

    const lena = await addPerson(domain);
    const refused = await setActive(lena.id, false);
    expect([refused.status, refused.json.message]).toEqual([
      409,
      "This volunteer has a login. Enable or disable the login instead.",
    ]);
  });

  it("refuses a canceled event, and a volunteer whose login is disabled", async () => {
    const lena = await addPerson(domain);
    const eventId = await addEvent({ address: word });
    await sql`update public.volunteer_accounts set is_active = false where email = ${lena.email}`;
    expect((await putOnShift(lena, eventId)).json.message).toBe(
      "This volunteer's login is disabled. Enable it first.",
    );
    await sql`update public.volunteer_accounts set is_active = true where email = ${lena.email}`;
    await sql`update public.events set is_active = false where id = ${eventId}`;
    expect((await putOnShift(lena, eventId)).json.code).toBe("event_unavailable");
    expect(await readCounts(eventId)).toBe(0);
  });
});

describe("joining a shift", () => {
  it("is 409 overlaps if the volunteer has another one at that time, with a sentence that names both", async () => {
    const [volunteer] = await addVolunteers(1, domain);
    const [first, second] = [await addEvent({ address: word }), await addEvent({ address: word })];
    const join = (eventId: string, body?: object) =>
      request("POST", `/api/volunteer/${volunteer!.id}/events/${eventId}/join`, {
        token: volunteer!.token,
        body,
      });
    expect((await join(first)).status).toBe(200);
    const refused = await join(second, {});
    expect([refused.status, refused.json.code]).toEqual([409, "overlaps"]);
    expect(refused.json.message).toMatch(
      /^Food Drive on \w+ \d+, 10:00 AM to 12:30 PM overlaps with Food Drive on .+ to 12:30 PM, which you've already signed up for\.$/,
    );
    expect((await join(second, { anyway: true })).json.status).toBe("joined");
  });
});

describe("the box that decides who is emailed", () => {
  it("is obeyed when an event changes, is canceled or comes back, and when someone is taken off", async () => {
    const person = await addPerson(domain);
    const eventId = await addEvent({ places: 5, address: word });
    await putOnShift(person, eventId, { sendsEmail: false });
    const act = async (method: string, path: string, body?: object) => {
      expect((await request(method, path, { token, body })).status).toBe(200);
      const sent = await sql<{ name: string }[]>`
        update public.email_outbox set status = 'sent', sent_at = now()
        where to_email = ${person.email} and status = 'queued' returning template_name as name`;
      return sent.map(({ name }) => name);
    };
    const edit = (body: object) => act("PUT", `/api/events/${eventId}`, body);
    expect(await edit({ note: "Bring a hat." })).toEqual([]);
    expect(await edit({ address: `2 ${word}`, sendsEmail: false })).toEqual([]);
    expect(await edit({ note: "Bring gloves.", sendsEmail: true })).toEqual([
      "Event Details Changed",
    ]);
    expect(await edit({ address: `3 ${word}` })).toEqual(["Event Changed"]);
    for (const sendsEmail of [false, true]) {
      const body = { sendsEmail };
      const path = `/api/events/${eventId}`;
      expect(await act("POST", `${path}/cancel`, body)).toEqual(
        sendsEmail ? ["Event Canceled"] : [],
      );
      expect(await act("POST", `${path}/reinstate`, body)).toEqual(
        sendsEmail ? ["Event Reinstated"] : [],
      );
    }
    const readRegistration = async () => {
      const [row] = await sql<[{ id: string }]>`
        select id from public.volunteer_event_registrations where event_id = ${eventId}`;
      return row.id;
    };
    const attendance = "/api/attendance";
    expect(
      await act("DELETE", `${attendance}/${await readRegistration()}?sendsEmail=false`),
    ).toEqual([]);
    const added = await request("POST", attendance, {
      token,
      body: { eventId, volunteerId: person.id },
    });
    expect(added.status).toBe(201);
    // The last thing they were told is that they're on the shift.
    expect(await act("DELETE", `${attendance}/${await readRegistration()}`)).toEqual([
      "Removed from Shift",
    ]);
    await putOnShift(person, eventId, { sendsEmail: false });
    expect(await act("DELETE", `${attendance}/${await readRegistration()}`)).toEqual([
      "Removed from Shift",
    ]);
  });
});
