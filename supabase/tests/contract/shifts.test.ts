import { randomUUID } from "node:crypto";
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

const domain = `shifts-${randomUUID().slice(0, 8)}.example.org`;
const address = `1 ${domain}`;
type Volunteer = Pick<LoggedInPerson, "id" | "token">;
let ann: Volunteer;
let ben: Volunteer;
let volunteers: Volunteer[];

beforeAll(async () => {
  const [first, second, ...others] = await addVolunteers(202, domain);
  [ann, ben, volunteers] = [first!, second!, others];
});
beforeEach(() => clearRateLimits());
afterAll(async () => {
  await sql`delete from public.events where address = ${address}`;
  await removeVolunteers(domain);
});

const own = (method: string, { id, token }: Volunteer, path: string) =>
  request(method, `/api/volunteer/${id}${path}`, { token });
const join = (person: Volunteer, event: string) => own("POST", person, `/events/${event}/join`);
const leave = (person: Volunteer, event: string) => own("DELETE", person, `/events/${event}/leave`);
const listed = async (person: Volunteer, event: string) => {
  const { json } = await own("GET", person, "/events");
  return (json as { id: string }[]).find(({ id }) => id === event);
};
const refusal = ({ status, json }: Awaited<ReturnType<typeof request>>) => [
  status,
  json.code,
  json.message,
];

describe("a volunteer's events", () => {
  it("VDASH-45, EVT-03: lists upcoming events and whether the volunteer joined each", async () => {
    const event = await addEvent({ address, places: 4 });
    await sql`update public.events set note = 'Closed shoes' where id = ${event}`;
    expect(await listed(ann, event)).toEqual({
      id: event,
      eventType: "Food Drive",
      date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      startTime: "10:00:00",
      endTime: "12:30:00",
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
    });
    const answer = await own("GET", ann, "/events");
    expect(answer.headers.get("Cache-Control")).toBe("no-store");
  });

  it("VDASH-38, VDASH-47, VDASH-48: joins and leaves", async () => {
    const event = await addEvent({ address });
    expect(await join(ann, event)).toMatchObject({
      status: 200,
      json: { status: "joined", waitlistPosition: null },
    });
    expect(await listed(ann, event)).toMatchObject({ isJoined: true, attendance: "expected" });
    expect(await listed(ben, event)).toMatchObject({
      isJoined: false,
      placesLeft: null,
      registeredVolunteers: 1,
      attendance: null,
      placeIsAwaited: false,
    });
    expect((await leave(ann, event)).status).toBe(200);
    expect(await listed(ann, event)).toMatchObject({ isJoined: false });
  });

  it("VDASH-40, VDASH-43: lists only the volunteer's own past events, newest first", async () => {
    const [earlier, later, others] = [
      await addEvent({ address, days: -3 }),
      await addEvent({ address, days: -2 }),
      await addEvent({ address, days: -1 }),
    ];
    await sql`
      insert into public.volunteer_event_registrations (volunteer_id, event_id)
      values (${ann.id}, ${earlier}), (${ann.id}, ${later}), (${ben.id}, ${others})`;
    const { json } = await own("GET", ann, "/events");
    const past = (json as { id: string; endsAt: string }[]).filter(
      ({ endsAt }) => Date.parse(endsAt) < Date.now(),
    );
    expect(past.map(({ id }) => id)).toEqual([later, earlier]);
  });

  it("returns the reason for each refusal and changes nothing", async () => {
    const [hidden, canceled, past, underWay, joined] = [
      await addEvent({ address }),
      await addEvent({ address, places: 3 }),
      await addEvent({ address, days: -1 }),
      await addEvent({ address, days: 0 }),
      await addEvent({ address }),
    ];
    await sql`update public.events set is_active = false where id = ${hidden}`;
    await sql`update public.volunteer_shifts set status = 'cancelled' where event_id = ${canceled}`;
    await sql`
      update public.events set date = private.today(), start_time = '00:00', end_time = '23:59:59'
      where id = ${underWay}`;
    await join(ann, joined);
    const unavailable = [
      404,
      "event_unavailable",
      "This event is no longer open. It may have been canceled.",
    ];
    const started = [409, "event_started", "This event has already started."];
    const over = [409, "event_over", "This event is over."];
    const notJoined = [
      404,
      "not_joined",
      "You're not signed up for this event or on its waiting list.",
    ];
    const before = await sql`select count(*) from public.volunteer_event_registrations`;
    for (const event of [hidden, canceled, SOME_ID]) {
      expect(refusal(await join(ann, event))).toEqual(unavailable);
    }
    expect(refusal(await join(ann, underWay))).toEqual(started);
    expect(refusal(await join(ann, past))).toEqual(over);
    expect(refusal(await join(ann, joined))).toEqual([
      409,
      "already_joined",
      "You've already signed up for this event.",
    ]);
    expect(await sql`select count(*) from public.volunteer_event_registrations`).toEqual(before);

    await sql`
      insert into public.volunteer_event_registrations (volunteer_id, event_id)
      values (${ann.id}, ${underWay}), (${ann.id}, ${past})`;
    expect(refusal(await leave(ann, underWay))).toEqual(started);
    expect(refusal(await leave(ann, past))).toEqual(over);
    for (const event of [hidden, SOME_ID]) {
      expect(refusal(await leave(ann, event))).toEqual(notJoined);
    }
    const [kept] = await sql`
      select count(*)::integer as count from public.volunteer_event_registrations
      where volunteer_id = ${ann.id} and event_id in ${sql([underWay, past])}`;
    expect(kept).toEqual({ count: 2 });
  });

  it("threat 10: refuses the next call of a volunteer disabled during a session", async () => {
    const event = await addEvent({ address });
    expect((await own("GET", ben, "/events")).status).toBe(200);
    await sql`update public.volunteer_accounts set is_active = false where id = ${ben.id}`;
    try {
      const answers = [
        await own("GET", ben, "/events"),
        await join(ben, event),
        await own("POST", ben, "/calendar-feed"),
        await own("GET", ben, "/hours-certificate"),
      ];
      for (const answer of answers) {
        expect(refusal(answer)).toEqual([403, "account_not_open", "This account isn't active."]);
      }
      const rows = await sql`
        select from public.volunteer_event_registrations where event_id = ${event}`;
      expect(rows).toHaveLength(0);
    } finally {
      await sql`update public.volunteer_accounts set is_active = true where id = ${ben.id}`;
    }
  });
});

describe("events as visitors and administrators see them", () => {
  it("AEVT-07, AEVT-08, AEVT-09, EVT-04: an event in progress isn't upcoming for visitors, nor past for anyone", async () => {
    const [over, underWay, upcoming] = [
      await addEvent({ address, days: -1 }),
      await addEvent({ address, days: 0 }),
      await addEvent({ address, days: 1 }),
    ];
    await sql`
      update public.events set start_time = '00:00', end_time = '23:59:59' where id = ${underWay}`;
    const { token } = await signInAdmin();
    const of = async (path: string) => {
      const { json } = await request("GET", `${path}&limit=200&search=${domain}`, { token });
      const made = new Set([over, underWay, upcoming]);
      return (json as { id: string }[]).map(({ id }) => id).filter((id) => made.has(id));
    };
    expect(await of("/api/events?when=upcoming&sort=date")).toEqual([upcoming]);
    expect(await of("/api/events?when=past&sort=date")).toEqual([over]);
    const counted = "/api/events/with-counts";
    expect(await of(`${counted}?when=upcoming&sort=date`)).toEqual([underWay, upcoming]);
    expect(await of(`${counted}?when=past&sort=date`)).toEqual([over]);
  });
});

describe("threat 24: limited places", () => {
  it("when 200 volunteers try to join 10 places simultaneously, 10 get in, 190 wait in order, and each departure promotes one with one email", async () => {
    const event = await addEvent({ address, places: 10 });
    const answers = await Promise.all(volunteers.map((person) => join(person, event)));
    expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
    const joined = volunteers.filter((_, index) => answers[index]?.json.status === "joined");
    expect(joined).toHaveLength(10);
    const waiting = answers.flatMap(({ json }, index) =>
      json.status === "waitlisted"
        ? [{ person: volunteers[index]!, position: json.waitlistPosition as number }]
        : [],
    );
    waiting.sort((left, right) => left.position - right.position);
    expect(waiting.map(({ position }) => position)).toEqual(
      Array.from({ length: 190 }, (_, index) => index + 1),
    );
    const order = await sql<{ id: string }[]>`
      select queue.volunteer_id as id from public.shift_waitlist as queue
      join public.volunteer_shifts as slot on slot.id = shift_id
      where slot.event_id = ${event} order by place`;
    expect(order.map(({ id }) => id)).toEqual(waiting.map(({ person }) => person.id));

    const [first, second] = waiting.map(({ person }) => person);
    expect((await leave(joined[0]!, event)).json.message).toBe("You've left this shift.");
    expect(await listed(first!, event)).toMatchObject({ isJoined: true, waitlistPosition: null });
    expect(await listed(second!, event)).toMatchObject({ isJoined: false, waitlistPosition: 1 });
    const mails = await sql`
      select to_email as to from public.email_outbox
      where template_name = 'Waitlist Promotion' and to_email like ${`%@${domain}`}`;
    const [promoted] = await sql`
      select email as to from public.volunteer_accounts where id = ${first!.id}`;
    expect([...mails]).toEqual([promoted]);

    expect((await leave(second!, event)).json.message).toBe("You've left the waiting list.");
    const [left] = await sql`
      select meeting.registered_volunteers as registered, count(queue.id)::integer as waiting
      from public.events as meeting
      join public.volunteer_shifts as slot on slot.event_id = meeting.id
      join public.shift_waitlist as queue on queue.shift_id = slot.id
      where meeting.id = ${event} group by meeting.id`;
    expect(left).toEqual({ registered: 10, waiting: 188 });
  });
});
