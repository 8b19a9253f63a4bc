import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  clearRateLimits,
  type LoggedInPerson,
  request,
  signInAdmin,
  SOME_ID,
  sql,
} from "./stack.ts";
import { addEvent, addVolunteers, removeVolunteers } from "./volunteers.ts";
import { uniqueWord } from "../unique-word.ts";

const domain = `shifts-${uniqueWord()}.example.org`;
const address = `1 ${domain}`;
type Volunteer = Pick<LoggedInPerson, "id" | "token">;
let ann: Volunteer;
let ben: Volunteer;
let volunteers: Volunteer[];

beforeAll(async () => {
  const [firstVolunteer, secondVolunteer, ...otherVolunteers] = await addVolunteers(202, domain);
  [ann, ben, volunteers] = [firstVolunteer!, secondVolunteer!, otherVolunteers];
});
beforeEach(() => clearRateLimits());
afterAll(async () => {
  await sql`delete from public.events where address = ${address}`;
  await removeVolunteers(domain);
});

const requestAsVolunteer = (method: string, { id, token }: Volunteer, path: string) =>
  request(method, `/api/volunteer/${id}${path}`, { token });
const join = (person: Volunteer, eventId: string) =>
  requestAsVolunteer("POST", person, `/events/${eventId}/join`);
const leave = (person: Volunteer, eventId: string) =>
  requestAsVolunteer("DELETE", person, `/events/${eventId}/leave`);
const readEvent = async (person: Volunteer, eventId: string) => {
  const { json } = await requestAsVolunteer("GET", person, "/events");
  return (json as { id: string }[]).find(({ id }) => id === eventId);
};
const getStatusCodeAndMessage = ({ status, json }: Awaited<ReturnType<typeof request>>) => [
  status,
  json.code,
  json.message,
];

describe("the API of a volunteer's events", () => {
  it("VDASH-45, EVT-03: lists upcoming events and whether the volunteer joined each", async () => {
    const eventId = await addEvent({ address, places: 4 });
    await sql`update public.events set note = 'Closed shoes' where id = ${eventId}`;
    expect(await readEvent(ann, eventId)).toEqual({
      id: eventId,
      eventType: "Food Drive",
      date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      startTime: "10:00:00",
      endTime: "12:30:00",
      endsNextDay: false,
      address,
      note: "Closed shoes",
      startsAt: expect.any(String),
      endsAt: expect.any(String),
      hours: 2.5,
      isJoined: false,
      waitlistPosition: null,
      placesLeft: 4,
      registeredVolunteers: 0,
      packagesPacked: 20,
      attendance: null,
      placeIsAwaited: false,
      isCanceled: false,
      isWanted: false,
    });
    const response = await requestAsVolunteer("GET", ann, "/events");
    expect(response.headers.get("Cache-Control")).toBe("no-store");
  });

  it("VDASH-38, VDASH-47, VDASH-48: lets a volunteer join and leave", async () => {
    const eventId = await addEvent({ address });
    expect(await join(ann, eventId)).toMatchObject({
      status: 200,
      json: { status: "joined", waitlistPosition: null },
    });
    expect(await readEvent(ann, eventId)).toMatchObject({ isJoined: true, attendance: "expected" });
    expect(await readEvent(ben, eventId)).toMatchObject({
      isJoined: false,
      placesLeft: null,
      registeredVolunteers: 1,
      attendance: null,
      placeIsAwaited: false,
    });
    expect((await leave(ann, eventId)).status).toBe(200);
    expect(await readEvent(ann, eventId)).toMatchObject({ isJoined: false });
  });

  it("VDASH-40, VDASH-43: lists only the volunteer's own past events, newest first", async () => {
    const [earlierEventId, laterEventId, otherVolunteersEventId] = [
      await addEvent({ address, days: -3 }),
      await addEvent({ address, days: -2 }),
      await addEvent({ address, days: -1 }),
    ];
    await sql`
      insert into public.volunteer_event_registrations (volunteer_id, event_id)
      values (${ann.id}, ${earlierEventId}), (${ann.id}, ${laterEventId}), (${ben.id}, ${otherVolunteersEventId})`;
    const { json } = await requestAsVolunteer("GET", ann, "/events");
    const pastEvents = (json as { id: string; endsAt: string }[]).filter(
      ({ endsAt }) => Date.parse(endsAt) < Date.now(),
    );
    expect(pastEvents.map(({ id }) => id)).toEqual([laterEventId, earlierEventId]);
  });

  it("returns the reason for each refusal and changes nothing", async () => {
    const [hiddenEventId, canceledEventId, pastEventId, ongoingEventId, joinedEventId] = [
      await addEvent({ address }),
      await addEvent({ address, places: 3 }),
      await addEvent({ address, days: -1 }),
      await addEvent({ address, days: 0 }),
      await addEvent({ address }),
    ];
    await sql`update public.events set is_active = false where id = ${hiddenEventId}`;
    await sql`update public.volunteer_shifts set status = 'canceled' where event_id = ${canceledEventId}`;
    await sql`
      update public.events set date = private.today(), start_time = '00:00', end_time = '23:59:59'
      where id = ${ongoingEventId}`;
    await join(ann, joinedEventId);
    const eventUnavailableError = [
      404,
      "event_unavailable",
      "This event is no longer open. It may have been canceled.",
    ];
    const eventStartedError = [409, "event_started", "This event has already started."];
    const eventOverError = [409, "event_over", "This event is over."];
    const notJoinedError = [
      404,
      "not_joined",
      "You're not signed up for this event or on its waiting list.",
    ];
    const countBefore = await sql`select count(*) from public.volunteer_event_registrations`;
    for (const eventId of [hiddenEventId, canceledEventId, SOME_ID]) {
      expect(getStatusCodeAndMessage(await join(ann, eventId))).toEqual(eventUnavailableError);
    }
    expect(getStatusCodeAndMessage(await join(ann, ongoingEventId))).toEqual(eventStartedError);
    expect(getStatusCodeAndMessage(await join(ann, pastEventId))).toEqual(eventOverError);
    expect(getStatusCodeAndMessage(await join(ann, joinedEventId))).toEqual([
      409,
      "already_joined",
      "You've already signed up for this event.",
    ]);
    expect(await sql`select count(*) from public.volunteer_event_registrations`).toEqual(
      countBefore,
    );

    await sql`
      insert into public.volunteer_event_registrations (volunteer_id, event_id)
      values (${ann.id}, ${ongoingEventId}), (${ann.id}, ${pastEventId})`;
    expect(getStatusCodeAndMessage(await leave(ann, ongoingEventId))).toEqual(eventStartedError);
    expect(getStatusCodeAndMessage(await leave(ann, pastEventId))).toEqual(eventOverError);
    for (const eventId of [hiddenEventId, SOME_ID]) {
      expect(getStatusCodeAndMessage(await leave(ann, eventId))).toEqual(notJoinedError);
    }
    const [row] = await sql`
      select count(*)::integer as count from public.volunteer_event_registrations
      where volunteer_id = ${ann.id} and event_id in ${sql([ongoingEventId, pastEventId])}`;
    expect(row).toEqual({ count: 2 });
  });

  it("threat 10: refuses the next call of a volunteer whose account was disabled during the session", async () => {
    const eventId = await addEvent({ address });
    expect((await requestAsVolunteer("GET", ben, "/events")).status).toBe(200);
    await sql`update public.volunteer_accounts set is_active = false where id = ${ben.id}`;
    try {
      const responses = [
        await requestAsVolunteer("GET", ben, "/events"),
        await join(ben, eventId),
        await requestAsVolunteer("POST", ben, "/calendar-feed"),
        await requestAsVolunteer("GET", ben, "/hours-certificate"),
      ];
      for (const response of responses) {
        expect(getStatusCodeAndMessage(response)).toEqual([
          403,
          "account_not_open",
          "This account isn't active.",
        ]);
      }
      const rows = await sql`
        select from public.volunteer_event_registrations where event_id = ${eventId}`;
      expect(rows).toHaveLength(0);
    } finally {
      await sql`update public.volunteer_accounts set is_active = true where id = ${ben.id}`;
    }
  });
});

describe("events as visitors and administrators see them", () => {
  it("AEVT-07, AEVT-08, AEVT-09, EVT-04: an event in progress isn't upcoming for visitors, nor past for anyone", async () => {
    const [pastEventId, ongoingEventId, upcomingEventId] = [
      await addEvent({ address, days: -1 }),
      await addEvent({ address, days: 0 }),
      await addEvent({ address, days: 1 }),
    ];
    await sql`
      update public.events set start_time = '00:00', end_time = '23:59:59' where id = ${ongoingEventId}`;
    const { token } = await signInAdmin();
    const listIds = async (path: string) => {
      const { json } = await request("GET", `${path}&limit=200&search=${domain}`, { token });
      const eventIds = new Set([pastEventId, ongoingEventId, upcomingEventId]);
      return (json as { id: string }[]).map(({ id }) => id).filter((id) => eventIds.has(id));
    };
    expect(await listIds("/api/events?when=upcoming&sort=date")).toEqual([upcomingEventId]);
    expect(await listIds("/api/events?when=past&sort=date")).toEqual([pastEventId]);
    const countsPath = "/api/events/with-counts";
    expect(await listIds(`${countsPath}?when=upcoming&sort=date`)).toEqual([
      ongoingEventId,
      upcomingEventId,
    ]);
    expect(await listIds(`${countsPath}?when=past&sort=date`)).toEqual([pastEventId]);
  });
});

describe("threat 24: limited spots", () => {
  it("when 200 volunteers try to get 10 spots simultaneously, 10 get in, 190 wait in order, and each departure promotes one with one email", async () => {
    const eventId = await addEvent({ address, places: 10 });
    const responses = await Promise.all(volunteers.map((person) => join(person, eventId)));
    expect(responses.filter(({ status }) => status !== 200)).toEqual([]);
    const joinedVolunteers = volunteers.filter(
      (_, index) => responses[index]?.json.status === "joined",
    );
    expect(joinedVolunteers).toHaveLength(10);
    const waitingVolunteers = responses.flatMap(({ json }, index) =>
      json.status === "waitlisted"
        ? [{ person: volunteers[index]!, position: json.waitlistPosition as number }]
        : [],
    );
    waitingVolunteers.sort((left, right) => left.position - right.position);
    expect(waitingVolunteers.map(({ position }) => position)).toEqual(
      Array.from({ length: 190 }, (_, index) => index + 1),
    );
    const waitingRows = await sql<{ id: string }[]>`
      select queue.volunteer_id as id from public.shift_waitlist as queue
      join public.volunteer_shifts as shift on shift.id = shift_id
      where shift.event_id = ${eventId} order by place`;
    expect(waitingRows.map(({ id }) => id)).toEqual(
      waitingVolunteers.map(({ person }) => person.id),
    );

    const [firstVolunteer, secondVolunteer] = waitingVolunteers.map(({ person }) => person);
    expect((await leave(joinedVolunteers[0]!, eventId)).json.message).toBe(
      "You're no longer signed up for this shift.",
    );
    expect(await readEvent(firstVolunteer!, eventId)).toMatchObject({
      isJoined: true,
      waitlistPosition: null,
    });
    expect(await readEvent(secondVolunteer!, eventId)).toMatchObject({
      isJoined: false,
      waitlistPosition: 1,
    });
    const emails = await sql`
      select to_email as to from public.email_outbox
      where template_name = 'Waitlist Promotion' and to_email like ${`%@${domain}`}`;
    const [promotedVolunteer] = await sql`
      select email as to from public.volunteer_accounts where id = ${firstVolunteer!.id}`;
    expect([...emails]).toEqual([promotedVolunteer]);

    expect((await leave(secondVolunteer!, eventId)).json.message).toBe(
      "You've left the waiting list.",
    );
    const [row] = await sql`
      select meeting.registered_volunteers as registered, count(queue.id)::integer as waiting
      from public.events as meeting
      join public.volunteer_shifts as shift on shift.event_id = meeting.id
      join public.shift_waitlist as queue on queue.shift_id = shift.id
      where meeting.id = ${eventId} group by meeting.id`;
    expect(row).toEqual({ registered: 10, waiting: 188 });
  });
});
