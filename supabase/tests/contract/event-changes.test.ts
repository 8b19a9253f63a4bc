import { describe, expect, it } from "vitest";
import { createEventFixture, historyOf, eventRefusal, today } from "./event-fixture.ts";
import { request, SOME_ID, sql } from "./stack.ts";
import { addEvent } from "./volunteers.ts";

const { domain, address, people, call, created, join } = createEventFixture("event-changes");

const mails = async (event: string) =>
  Array.from(
    await sql<{ kind: string; to: string; data: Record<string, string> }[]>`
      select template_name as kind, split_part(to_email, '@', 1) as to, data
      from public.email_outbox where to_email like ${`%@${domain}`} and dedupe_key like ${`event:${event}:%`}
      order by created_at, to_email`,
  );

const kinds = async (event: string) => (await mails(event)).map(({ kind, to }) => `${kind} ${to}`);

type Volunteer = (typeof people)[number];
const setActive = ({ id }: Volunteer, isActive: boolean) =>
  sql`update public.volunteer_accounts set is_active = ${isActive} where id = ${id}`;

describe("updating events", () => {
  it("emails registered volunteers when the time or place changes, but not the type", async () => {
    const event = await created({ note: "Bring gloves." });
    await join(people[0]!, event.id);
    await join(people[1]!, event.id);
    await call("PUT", `/api/events/${event.id}`, { eventType: "Fundraiser" });
    expect(await mails(event.id)).toEqual([]);
    const moved = await call("PUT", `/api/events/${event.id}`, {
      startTime: "10:00",
      address: `5 ${domain}`,
    });
    expect(moved).toMatchObject({
      status: 200,
      json: {
        eventType: "Fundraiser",
        startTime: "10:00:00",
        endTime: "11:30:00",
        address: `5 ${domain}`,
      },
    });
    expect(await kinds(event.id)).toEqual(["Event Changed 0", "Event Changed 1"]);
    expect((await mails(event.id))[0]?.data).toEqual({
      name: "Test",
      eventType: "Fundraiser",
      eventDate: "2039-06-15",
      startTime: "10:00:00",
      endTime: "11:30:00",
      timeZone: "America/Chicago",
      address: `5 ${domain}`,
      formerDate: "2039-06-15",
      formerStartTime: "09:00:00",
      formerEndTime: "11:30:00",
      formerAddress: address,
      reason: "",
      eventNote: "Bring gloves.",
    });
    // Saving the same values again isn't a change.
    await call("PUT", `/api/events/${event.id}`, { startTime: "10:00" });
    expect(await mails(event.id)).toHaveLength(2);
    expect(await historyOf(event.id)).toEqual([
      "admin insert events",
      "admin update events",
      "admin update events",
    ]);
  });

  it("doesn't email people on the waiting list when an event moves", async () => {
    const event = await created({ maxVolunteers: 1 });
    for (const person of people.slice(0, 3)) await join(person, event.id);
    await call("PUT", `/api/events/${event.id}`, { date: "2039-06-16" });
    expect(await kinds(event.id)).toEqual(["Event Changed 0"]);
  });

  it("promotes from the waiting list in order when the limit rises and refuses a limit below the number registered", async () => {
    const event = await created({ maxVolunteers: 1 });
    for (const person of people.slice(0, 4)) await join(person, event.id);
    const raisedLimit = await call("PUT", `/api/events/${event.id}`, { maxVolunteers: 3 });
    expect(raisedLimit.json).toMatchObject({
      maxVolunteers: 3,
      registeredVolunteers: 3,
      waitingVolunteers: 1,
    });
    const { json } = await call("GET", `/api/events/${event.id}/roster`);
    expect(json.waiting.map((entry: { volunteerId: string }) => entry.volunteerId)).toEqual([
      people[3]!.id,
    ]);
    const promoted = await sql`
      select split_part(to_email, '@', 1) as to from public.email_outbox
      where template_name = 'Waitlist Promotion' and to_email like ${`%@${domain}`} and data ->> 'eventDate' = '2039-06-15'
      order by created_at, to_email`;
    expect(promoted.map(({ to }) => to as string)).toEqual(["1", "2"]);

    const sentence = "The limit can't be lower than 3, because that many have already signed up.";
    const lowered = await call("PUT", `/api/events/${event.id}`, {
      maxVolunteers: 2,
      eventType: "Fundraiser",
    });
    expect(eventRefusal(lowered)).toEqual([409, sentence]);
    expect(lowered.json.issues).toEqual([{ path: "maxVolunteers", message: sentence }]);
    const kept = await call("GET", `/api/events/${event.id}/roster`);
    expect(kept.json.event).toMatchObject({ maxVolunteers: 3, eventType: "Food Drive" });

    const open = await call("PUT", `/api/events/${event.id}`, { maxVolunteers: null });
    expect(open.json).toMatchObject({
      maxVolunteers: null,
      registeredVolunteers: 4,
      waitingVolunteers: 0,
    });
    const closed = await call("PUT", `/api/events/${event.id}`, { maxVolunteers: 3 });
    expect(eventRefusal(closed)[0]).toBe(409);
    const secondRaise = await call("PUT", `/api/events/${event.id}`, { maxVolunteers: 4 });
    expect(secondRaise.json).toMatchObject({ maxVolunteers: 4, registeredVolunteers: 4 });
    expect((await join(people[4]!, event.id)).json.status).toBe("waitlisted");
  });

  it("removing the limit clears it for every reader, and a new one can be set", async () => {
    const event = await created({ maxVolunteers: 1 });
    const [joined, waiting, disabled, free] = people as [
      Volunteer,
      Volunteer,
      Volunteer,
      Volunteer,
    ];
    for (const person of [joined, waiting, disabled]) await join(person, event.id);
    const own = async ({ id, token }: Volunteer) => {
      const { json } = await request("GET", `/api/volunteer/${id}/events`, { token });
      return json.find((shift: { id: string }) => shift.id === event.id);
    };
    expect(await own(joined)).toMatchObject({ placesLeft: 0, placeIsAwaited: true });
    expect(await own(waiting)).toMatchObject({ waitlistPosition: 1, placeIsAwaited: false });
    expect(await own(free)).toMatchObject({ placesLeft: 0, placeIsAwaited: false });

    await setActive(disabled, false);
    const [shift] = await sql`select id from public.volunteer_shifts where event_id = ${event.id}`;
    const removed = await call("PUT", `/api/events/${event.id}`, { maxVolunteers: null });
    await setActive(disabled, true);
    expect(removed.json).toMatchObject({
      maxVolunteers: null,
      registeredVolunteers: 2,
      waitingVolunteers: 0,
    });
    const limits = await sql`select from public.volunteer_shifts where event_id = ${event.id}`;
    expect(limits.count).toBe(0);
    const changes = await sql<{ changes: string }[]>`
      select concat(before, after) as changes from public.audit_log where row_id = ${shift!["id"] as string}`;
    expect(changes.length).toBeGreaterThan(0);
    expect(changes.filter(({ changes: text }) => text.includes("100000"))).toEqual([]);
    const promoted = await sql<{ to: string }[]>`
      select split_part(to_email, '@', 1) as to from public.email_outbox
      where template_name = 'Waitlist Promotion' and to_email like ${`%@${domain}`}
        and data ->> 'address' = ${address} and created_at > now() - interval '1 minute'
      order by created_at desc limit 1`;
    expect(promoted.map(({ to }) => to)).toEqual(["1"]);

    const listed = await call("GET", `/api/events/with-counts?search=${domain}&limit=100`);
    expect(listed.json.find(({ id }: { id: string }) => id === event.id)).toMatchObject({
      maxVolunteers: null,
      registeredVolunteers: 2,
    });
    const exported = await call("GET", `/api/events/export?search=${domain}`);
    expect(exported.text).not.toMatch(/100,?000/);
    const open = await request("GET", "/api/events?when=upcoming&sort=-date&limit=100");
    expect(open.json.map(({ id }: { id: string }) => id)).toContain(event.id);
    const unlimited = { placesLeft: null, waitlistPosition: null, placeIsAwaited: false };
    for (const [person, isJoined] of [
      [joined, true],
      [waiting, true],
      [disabled, false],
      [free, false],
    ] as const) {
      expect(await own(person)).toMatchObject({ ...unlimited, isJoined });
    }
    const { json: feed } = await request("POST", `/api/volunteer/${waiting.id}/calendar-feed`, {
      token: waiting.token,
    });
    const calendar = await request("GET", new URL(feed.url as string).pathname);
    expect(calendar.text).toContain(event.id);
    expect((await join(free, event.id)).json.status).toBe("joined");

    const limitedAgain = await call("PUT", `/api/events/${event.id}`, { maxVolunteers: 3 });
    expect(limitedAgain.json).toMatchObject({ maxVolunteers: 3, registeredVolunteers: 3 });
    expect((await join(disabled, event.id)).json).toMatchObject({
      status: "waitlisted",
      waitlistPosition: 1,
    });
    expect(await own(free)).toMatchObject({ placesLeft: 0, placeIsAwaited: true });
    await setActive(disabled, false);
    expect(await own(free)).toMatchObject({ placeIsAwaited: false });
    await setActive(disabled, true);
  });

  it("keeps the limit of a canceled event while someone is on the waiting list", async () => {
    const event = await created({ maxVolunteers: 1 });
    for (const person of people.slice(0, 2)) await join(person, event.id);
    await call("POST", `/api/events/${event.id}/cancel`, {});
    const refused = await call("PUT", `/api/events/${event.id}`, { maxVolunteers: null });
    const message =
      "Volunteers are on the waiting list. Please reinstate the event before you remove its limit.";
    expect(eventRefusal(refused)).toEqual([409, message]);
    expect(refused.json.issues).toEqual([{ path: "maxVolunteers", message }]);
    const back = await call("POST", `/api/events/${event.id}/reinstate`);
    expect(back.json).toMatchObject({ registeredVolunteers: 1, waitingVolunteers: 1 });
    const removed = await call("PUT", `/api/events/${event.id}`, { maxVolunteers: null });
    expect(removed.json).toMatchObject({ registeredVolunteers: 2, waitingVolunteers: 0 });
  });

  it("threat 24: never exceeds a limit set while volunteers join", async () => {
    const event = await created();
    const [limited] = await Promise.all([
      call("PUT", `/api/events/${event.id}`, { maxVolunteers: 2 }),
      ...people.map((person) => join(person, event.id)),
    ]);
    const [row] = await sql`
      select meeting.registered_volunteers as registered, count(registration.id)::integer as rows,
        slot.max_volunteers as limit, slot.signed_up_volunteers as taken
      from public.events as meeting
      join public.volunteer_event_registrations as registration on registration.event_id = meeting.id
      left join public.volunteer_shifts as slot on slot.event_id = meeting.id
      where meeting.id = ${event.id} group by meeting.id, slot.id`;
    expect(row!["registered"]).toBe(row!["rows"]);
    // Either the limit was set first, or it was refused because more volunteers had joined.
    expect([
      limited.status === 200 ? row!["registered"] === 2 : row!["registered"],
      limited.status,
    ]).toEqual(limited.status === 200 ? [true, 200] : [5, 409]);
    if (limited.status === 200) expect(row!["taken"]).toBe(2);
  });

  it("AEVT-09: allows any correction to a past event without sending emails, and updates hours and packages", async () => {
    const past = await addEvent({ address, days: -2 });
    const [registration] = await sql<{ id: string }[]>`
      insert into public.volunteer_event_registrations (volunteer_id, event_id)
      values (${people[0]!.id}, ${past}) returning id`;
    await call("PUT", `/api/attendance/${registration!.id}`, { attendance: "confirmed" });
    const corrected = await call("PUT", `/api/events/${past}`, {
      packagesPacked: 44,
      endTime: "13:00",
      address: `6 ${domain}`,
    });
    expect(corrected.json).toMatchObject({ status: "past", packagesPacked: 44 });
    const totals = async () => {
      const [person] = await sql`
        select total_hours::float as hours, packages_helped as packages from public.volunteers
        where account_id = ${people[0]!.id}`;
      return person;
    };
    expect(await totals()).toEqual({ hours: 3, packages: 44 });
    expect(await mails(past)).toEqual([]);
    await call("PUT", `/api/events/${past}`, { endTime: "12:00" });
    expect(await totals()).toEqual({ hours: 2, packages: 44 });
    await call("PUT", `/api/events/${past}`, { packagesPacked: 45 });
    expect(await totals()).toEqual({ hours: 2, packages: 45 });
    expect(
      eventRefusal(await call("PUT", `/api/events/${past}`, { date: await today(3) })),
    ).toEqual([409, "This event is over. Please create a new one for a later date."]);
    const upcoming = await created();
    expect(
      eventRefusal(await call("PUT", `/api/events/${upcoming.id}`, { date: await today(-3) })),
    ).toEqual([409, "This event hasn't taken place yet, so its date can't be in the past."]);
    await call("PUT", `/api/attendance/${registration!.id}`, { attendance: "absent" });
  });

  it("refuses an end before the start, naming the field", async () => {
    const event = await created();
    const { status, json } = await call("PUT", `/api/events/${event.id}`, { endTime: "08:59" });
    expect(status).toBe(400);
    expect(json.issues).toMatchObject([{ path: "endTime" }]);
  });

  it("threat 6: refuses registrations, cancellation and start time in the body", async () => {
    const event = await created();
    for (const wrong of [
      { registeredVolunteers: 3 },
      { isActive: false },
      { startsAt: "2030-01-01" },
    ]) {
      expect((await call("PUT", `/api/events/${event.id}`, wrong)).status).toBe(400);
    }
  });
});

describe("canceling events", () => {
  it("emails the reason once to registered and waiting volunteers despite 20 simultaneous requests, and calendars show it", async () => {
    const event = await created({ maxVolunteers: 2, note: "Bring gloves." });
    for (const person of people.slice(0, 3)) await join(person, event.id);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        call("POST", `/api/events/${event.id}/cancel`, { reason: "The hall is flooded." }),
      ),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(answers[0]?.json).toMatchObject({
      isActive: false,
      cancellationReason: "The hall is flooded.",
      registeredVolunteers: 2,
      waitingVolunteers: 1,
    });
    expect(await kinds(event.id)).toEqual([
      "Event Cancelled 0",
      "Event Cancelled 1",
      "Event Cancelled 2",
    ]);
    expect((await mails(event.id))[0]?.data).toMatchObject({
      reason: "The hall is flooded.",
      eventDate: "2039-06-15",
      // A canceled event needs no packing list.
      eventNote: null,
    });
    expect(await historyOf(event.id)).toEqual(["admin insert events", "admin update events"]);

    const own = await request("GET", `/api/volunteer/${people[0]!.id}/events`, {
      token: people[0]!.token,
    });
    expect(own.json.map(({ id }: { id: string }) => id)).not.toContain(event.id);
    const calendar = await request(
      "GET",
      `/api/volunteer/${people[0]!.id}/events/${event.id}/calendar`,
      { token: people[0]!.token },
    );
    expect(calendar.text).toContain("STATUS:CANCELLED");
    expect((await join(people[4]!, event.id)).status).toBe(404);
  });

  it("canceling again changes nothing and keeps the announced reason", async () => {
    const event = await created();
    await call("POST", `/api/events/${event.id}/cancel`, { reason: "The hall is flooded." });
    const { status, json } = await call("POST", `/api/events/${event.id}/cancel`, {
      reason: "Too few have joined.",
    });
    expect([status, json.cancellationReason]).toEqual([200, "The hall is flooded."]);
    expect(await historyOf(event.id)).toEqual(["admin insert events", "admin update events"]);
  });

  it("undoing a cancellation emails the same people and keeps their spots", async () => {
    const event = await created();
    await join(people[0]!, event.id);
    await call("POST", `/api/events/${event.id}/cancel`, {});
    const back = await call("POST", `/api/events/${event.id}/reinstate`);
    expect(back.json).toMatchObject({
      isActive: true,
      cancellationReason: null,
      registeredVolunteers: 1,
    });
    expect((await call("POST", `/api/events/${event.id}/reinstate`)).status).toBe(200);
    await call("POST", `/api/events/${event.id}/cancel`, {});
    expect(await kinds(event.id)).toEqual([
      "Event Cancelled 0",
      "Event Reinstated 0",
      "Event Cancelled 0",
    ]);
  });

  it("emails the waiting list about a cancellation and its reversal, but not disabled accounts", async () => {
    const event = await created({ maxVolunteers: 2 });
    const [joined, disabled, waiting] = people as [Volunteer, Volunteer, Volunteer];
    for (const person of [joined, disabled, waiting]) await join(person, event.id);
    await setActive(disabled, false);
    await call("POST", `/api/events/${event.id}/cancel`, {});
    await call("POST", `/api/events/${event.id}/reinstate`);
    await setActive(disabled, true);
    expect(await kinds(event.id)).toEqual([
      "Event Cancelled 0",
      "Event Cancelled 2",
      "Event Reinstated 0",
      "Event Reinstated 2",
    ]);
  });

  it("moves a canceled event without emails", async () => {
    const event = await created();
    await join(people[0]!, event.id);
    await call("POST", `/api/events/${event.id}/cancel`, {});
    await call("PUT", `/api/events/${event.id}`, { date: "2039-06-16" });
    expect(await kinds(event.id)).toEqual(["Event Cancelled 0"]);
  });

  it("refuses past events and unknown ids", async () => {
    const past = await addEvent({ address, days: -2 });
    expect(eventRefusal(await call("POST", `/api/events/${past}/cancel`, {}))).toEqual([
      409,
      "This event is over.",
    ]);
    for (const action of ["cancel", "reinstate"]) {
      const { status } = await call(
        "POST",
        `/api/events/${SOME_ID}/${action}`,
        action === "cancel" ? {} : undefined,
      );
      expect(status).toBe(404);
    }
  });
});
