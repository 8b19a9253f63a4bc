import { describe, expect, it } from "vitest";
import { createEventFixture, readHistory, summarizeResult, dateInDays } from "./event-fixture.ts";
import { request, SOME_ID, sql } from "./stack.ts";
import { addEvent } from "./volunteers.ts";

const { domain, address, volunteers, call, createEvent, join } =
  createEventFixture("event-changes");

const listEmails = async (eventId: string) =>
  Array.from(
    await sql<{ kind: string; to: string; data: Record<string, string> }[]>`
      select template_name as kind, split_part(to_email, '@', 1) as to, data
      from public.email_outbox
      where to_email like ${`%@${domain}`} and data ->> 'eventId' = ${eventId} and template_name like 'Event %'
        and status <> 'canceled'
      order by created_at, to_email`,
  );

const listTemplatesAndRecipients = async (eventId: string) =>
  (await listEmails(eventId)).map(({ kind, to }) => `${kind} ${to}`);

/** Emails that haven't been sent are replaced by newer ones about the same event. */
const sendEmails = (eventId: string) =>
  sql`
    update public.email_outbox set status = 'sent', sent_at = now()
    where data ->> 'eventId' = ${eventId} and status = 'queued'`;

type Volunteer = (typeof volunteers)[number];
const setActive = ({ id }: Volunteer, isActive: boolean) =>
  sql`update public.volunteer_accounts set is_active = ${isActive} where id = ${id}`;

describe("updating events", () => {
  it("emails registered volunteers when the time or place changes, but not when the type changes", async () => {
    const event = await createEvent({ note: "Bring gloves." });
    await join(volunteers[0]!, event.id);
    await join(volunteers[1]!, event.id);
    await call("PUT", `/api/events/${event.id}`, { eventType: "Fundraiser" });
    expect(await listEmails(event.id)).toEqual([]);
    const updateResponse = await call("PUT", `/api/events/${event.id}`, {
      startTime: "10:00",
      address: `5 ${domain}`,
    });
    expect(updateResponse).toMatchObject({
      status: 200,
      json: {
        eventType: "Fundraiser",
        startTime: "10:00:00",
        endTime: "11:30:00",
        address: `5 ${domain}`,
      },
    });
    expect(await listTemplatesAndRecipients(event.id)).toEqual([
      "Event Changed 0",
      "Event Changed 1",
    ]);
    expect((await listEmails(event.id))[0]?.data).toEqual({
      name: "Tess",
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
      standing: "You're still signed up.",
      untold: "Shift Sign-Up",
      eventId: event.id,
      volunteerId: expect.any(String),
    });
    // Saving the same values again isn't a change.
    await call("PUT", `/api/events/${event.id}`, { startTime: "10:00" });
    expect(await listEmails(event.id)).toHaveLength(2);
    expect(await readHistory(event.id)).toEqual([
      "admin insert events",
      "admin update events",
      "admin update events",
    ]);
  });

  it("also emails people on the waiting list when an event moves", async () => {
    const event = await createEvent({ maxVolunteers: 1 });
    for (const person of volunteers.slice(0, 3)) await join(person, event.id);
    await call("PUT", `/api/events/${event.id}`, { date: "2039-06-16" });
    expect(await listTemplatesAndRecipients(event.id)).toEqual([
      "Event Changed 0",
      "Event Changed 1",
      "Event Changed 2",
    ]);
  });

  it("promotes from the waiting list in order when the limit rises and refuses a limit below the number registered", async () => {
    const event = await createEvent({ maxVolunteers: 1 });
    for (const person of volunteers.slice(0, 4)) await join(person, event.id);
    const raiseResponse = await call("PUT", `/api/events/${event.id}`, { maxVolunteers: 3 });
    expect(raiseResponse.json).toMatchObject({
      maxVolunteers: 3,
      registeredVolunteers: 3,
      waitingVolunteers: 1,
    });
    const { json } = await call("GET", `/api/events/${event.id}/roster`);
    expect(json.waiting.map((entry: { volunteerId: string }) => entry.volunteerId)).toEqual([
      volunteers[3]!.id,
    ]);
    const promotions = await sql`
      select split_part(to_email, '@', 1) as to from public.email_outbox
      where template_name = 'Waitlist Promotion' and to_email like ${`%@${domain}`} and data ->> 'eventDate' = '2039-06-15'
      order by created_at, to_email`;
    expect(promotions.map(({ to }) => to as string)).toEqual(["1", "2"]);

    const message = "The limit can't be lower than 3, because that many have already signed up.";
    const lowerResponse = await call("PUT", `/api/events/${event.id}`, {
      maxVolunteers: 2,
      eventType: "Fundraiser",
    });
    expect(summarizeResult(lowerResponse)).toEqual([409, message]);
    expect(lowerResponse.json.issues).toEqual([{ path: "maxVolunteers", message }]);
    const rosterResponse = await call("GET", `/api/events/${event.id}/roster`);
    expect(rosterResponse.json.event).toMatchObject({ maxVolunteers: 3, eventType: "Food Drive" });

    const removeResponse = await call("PUT", `/api/events/${event.id}`, { maxVolunteers: null });
    expect(removeResponse.json).toMatchObject({
      maxVolunteers: null,
      registeredVolunteers: 4,
      waitingVolunteers: 0,
    });
    const refusedResponse = await call("PUT", `/api/events/${event.id}`, { maxVolunteers: 3 });
    expect(summarizeResult(refusedResponse)[0]).toBe(409);
    const secondRaiseResponse = await call("PUT", `/api/events/${event.id}`, { maxVolunteers: 4 });
    expect(secondRaiseResponse.json).toMatchObject({ maxVolunteers: 4, registeredVolunteers: 4 });
    expect((await join(volunteers[4]!, event.id)).json.status).toBe("waitlisted");
  });

  it("removes a limit from every response, and lets a new limit be set", async () => {
    const event = await createEvent({ maxVolunteers: 1 });
    const [ann, ben, cleo, dan] = volunteers as [Volunteer, Volunteer, Volunteer, Volunteer];
    for (const person of [ann, ben, cleo]) await join(person, event.id);
    const readOwnShift = async ({ id, token }: Volunteer) => {
      const { json } = await request("GET", `/api/volunteer/${id}/events`, { token });
      return json.find((shift: { id: string }) => shift.id === event.id);
    };
    expect(await readOwnShift(ann)).toMatchObject({ placesLeft: 0, placeIsAwaited: true });
    expect(await readOwnShift(ben)).toMatchObject({ waitlistPosition: 1, placeIsAwaited: false });
    expect(await readOwnShift(dan)).toMatchObject({ placesLeft: 0, placeIsAwaited: false });

    await setActive(cleo, false);
    const [shift] = await sql`select id from public.volunteer_shifts where event_id = ${event.id}`;
    const removeResponse = await call("PUT", `/api/events/${event.id}`, { maxVolunteers: null });
    await setActive(cleo, true);
    expect(removeResponse.json).toMatchObject({
      maxVolunteers: null,
      registeredVolunteers: 2,
      waitingVolunteers: 0,
    });
    const shiftRows = await sql`select from public.volunteer_shifts where event_id = ${event.id}`;
    expect(shiftRows.count).toBe(0);
    const changes = await sql<{ changes: string }[]>`
      select concat(before, after) as changes from public.audit_log where row_id = ${shift!["id"] as string}`;
    expect(changes.length).toBeGreaterThan(0);
    expect(changes.filter(({ changes: text }) => text.includes("100000"))).toEqual([]);
    const promotions = await sql<{ to: string }[]>`
      select split_part(to_email, '@', 1) as to from public.email_outbox
      where template_name = 'Waitlist Promotion' and to_email like ${`%@${domain}`}
        and data ->> 'address' = ${address} and created_at > now() - interval '1 minute'
      order by created_at desc limit 1`;
    expect(promotions.map(({ to }) => to)).toEqual(["1"]);

    const listResponse = await call("GET", `/api/events/with-counts?search=${domain}&limit=100`);
    expect(listResponse.json.find(({ id }: { id: string }) => id === event.id)).toMatchObject({
      maxVolunteers: null,
      registeredVolunteers: 2,
    });
    const exportResponse = await call("GET", `/api/events/export?search=${domain}`);
    expect(exportResponse.text).not.toMatch(/100,?000/);
    const publicResponse = await request("GET", "/api/events?when=upcoming&sort=-date&limit=100");
    expect(publicResponse.json.map(({ id }: { id: string }) => id)).toContain(event.id);
    const unlimitedShift = { placesLeft: null, waitlistPosition: null, placeIsAwaited: false };
    for (const [person, isJoined] of [
      [ann, true],
      [ben, true],
      [cleo, false],
      [dan, false],
    ] as const) {
      expect(await readOwnShift(person)).toMatchObject({ ...unlimitedShift, isJoined });
    }
    const { json: feed } = await request("POST", `/api/volunteer/${ben.id}/calendar-feed`, {
      token: ben.token,
    });
    const calendarResponse = await request("GET", new URL(feed.url as string).pathname);
    expect(calendarResponse.text).toContain(event.id);
    expect((await join(dan, event.id)).json.status).toBe("joined");

    const newLimitResponse = await call("PUT", `/api/events/${event.id}`, { maxVolunteers: 3 });
    expect(newLimitResponse.json).toMatchObject({ maxVolunteers: 3, registeredVolunteers: 3 });
    expect((await join(cleo, event.id)).json).toMatchObject({
      status: "waitlisted",
      waitlistPosition: 1,
    });
    expect(await readOwnShift(dan)).toMatchObject({ placesLeft: 0, placeIsAwaited: true });
    await setActive(cleo, false);
    expect(await readOwnShift(dan)).toMatchObject({ placeIsAwaited: false });
    await setActive(cleo, true);
  });

  it("keeps the limit of a canceled event while someone is on the waiting list", async () => {
    const event = await createEvent({ maxVolunteers: 1 });
    for (const person of volunteers.slice(0, 2)) await join(person, event.id);
    await call("POST", `/api/events/${event.id}/cancel`, {});
    const refusedResponse = await call("PUT", `/api/events/${event.id}`, { maxVolunteers: null });
    const message =
      "This canceled event still has volunteers on its waiting list. Please reinstate it before you remove the limit.";
    expect(summarizeResult(refusedResponse)).toEqual([409, message]);
    expect(refusedResponse.json.issues).toEqual([{ path: "maxVolunteers", message }]);
    const reinstateResponse = await call("POST", `/api/events/${event.id}/reinstate`);
    expect(reinstateResponse.json).toMatchObject({ registeredVolunteers: 1, waitingVolunteers: 1 });
    const removeResponse = await call("PUT", `/api/events/${event.id}`, { maxVolunteers: null });
    expect(removeResponse.json).toMatchObject({ registeredVolunteers: 2, waitingVolunteers: 0 });
  });

  it("threat 24: never exceeds a limit set while volunteers join", async () => {
    const event = await createEvent();
    const [limitResponse] = await Promise.all([
      call("PUT", `/api/events/${event.id}`, { maxVolunteers: 2 }),
      ...volunteers.map((person) => join(person, event.id)),
    ]);
    const [row] = await sql`
      select meeting.registered_volunteers as registered, count(registration.id)::integer as rows,
        shift.max_volunteers as limit, shift.signed_up_volunteers as taken
      from public.events as meeting
      join public.volunteer_event_registrations as registration on registration.event_id = meeting.id
      left join public.volunteer_shifts as shift on shift.event_id = meeting.id
      where meeting.id = ${event.id} group by meeting.id, shift.id`;
    expect(row!["registered"]).toBe(row!["rows"]);
    // Either the limit was set before more volunteers joined, or it was refused because they had already joined.
    expect([
      limitResponse.status === 200 ? row!["registered"] === 2 : row!["registered"],
      limitResponse.status,
    ]).toEqual(limitResponse.status === 200 ? [true, 200] : [5, 409]);
    if (limitResponse.status === 200) expect(row!["taken"]).toBe(2);
  });

  it("AEVT-09: allows corrections to a past event without sending emails, and updates hours and packages", async () => {
    const pastEventId = await addEvent({ address, days: -2 });
    const [registration] = await sql<{ id: string }[]>`
      insert into public.volunteer_event_registrations (volunteer_id, event_id)
      values (${volunteers[0]!.id}, ${pastEventId}) returning id`;
    await call("PUT", `/api/attendance/${registration!.id}`, { attendance: "confirmed" });
    const correctionResponse = await call("PUT", `/api/events/${pastEventId}`, {
      packagesPacked: 44,
      endTime: "13:00",
      address: `6 ${domain}`,
    });
    expect(correctionResponse.json).toMatchObject({ status: "past", packagesPacked: 44 });
    const readTotals = async () => {
      const [person] = await sql`
        select total_hours::float as hours, packages_helped as packages from public.volunteers
        where account_id = ${volunteers[0]!.id}`;
      return person;
    };
    expect(await readTotals()).toEqual({ hours: 3, packages: 44 });
    expect(await listEmails(pastEventId)).toEqual([]);
    await call("PUT", `/api/events/${pastEventId}`, { endTime: "12:00" });
    expect(await readTotals()).toEqual({ hours: 2, packages: 44 });
    await call("PUT", `/api/events/${pastEventId}`, { packagesPacked: 45 });
    expect(await readTotals()).toEqual({ hours: 2, packages: 45 });
    expect(
      summarizeResult(
        await call("PUT", `/api/events/${pastEventId}`, { date: await dateInDays(3) }),
      ),
    ).toEqual([409, "This event is over. Please create a new one for a later date."]);
    const upcomingEvent = await createEvent();
    expect(
      summarizeResult(
        await call("PUT", `/api/events/${upcomingEvent.id}`, { date: await dateInDays(-3) }),
      ),
    ).toEqual([409, "This event hasn't taken place yet, so its date can't be in the past."]);
    await call("PUT", `/api/attendance/${registration!.id}`, { attendance: "absent" });
  });
});

describe("canceling and reinstating events", () => {
  it("emails the reason once to registered and waiting volunteers despite 20 simultaneous requests, and shows the cancellation in calendars", async () => {
    const event = await createEvent({ maxVolunteers: 2, note: "Bring gloves." });
    for (const person of volunteers.slice(0, 3)) await join(person, event.id);
    const responses = await Promise.all(
      Array.from({ length: 20 }, () =>
        call("POST", `/api/events/${event.id}/cancel`, { reason: "The hall is flooded." }),
      ),
    );
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
    expect(responses[0]?.json).toMatchObject({
      isActive: false,
      cancellationReason: "The hall is flooded.",
      registeredVolunteers: 2,
      waitingVolunteers: 1,
    });
    expect(await listTemplatesAndRecipients(event.id)).toEqual([
      "Event Canceled 0",
      "Event Canceled 1",
      "Event Canceled 2",
    ]);
    expect((await listEmails(event.id))[0]?.data).toMatchObject({
      reason: "The hall is flooded.",
      eventDate: "2039-06-15",
      // The email about a canceled event leaves out the note, which tells volunteers what to bring.
      eventNote: null,
    });
    expect(await readHistory(event.id)).toEqual(["admin insert events", "admin update events"]);

    const ownEventsResponse = await request("GET", `/api/volunteer/${volunteers[0]!.id}/events`, {
      token: volunteers[0]!.token,
    });
    const ownShift = ownEventsResponse.json.find(({ id }: { id: string }) => id === event.id);
    expect(ownShift).toMatchObject({ isJoined: true, isCanceled: true });
    const calendarResponse = await request(
      "GET",
      `/api/volunteer/${volunteers[0]!.id}/events/${event.id}/calendar`,
      { token: volunteers[0]!.token },
    );
    expect(calendarResponse.text).toContain("STATUS:CANCELLED");
    expect((await join(volunteers[4]!, event.id)).status).toBe(404);
  });

  it("changes nothing when an event is canceled again and keeps the announced reason", async () => {
    const event = await createEvent();
    await call("POST", `/api/events/${event.id}/cancel`, { reason: "The hall is flooded." });
    const { status, json } = await call("POST", `/api/events/${event.id}/cancel`, {
      reason: "Too few have joined.",
    });
    expect([status, json.cancellationReason]).toEqual([200, "The hall is flooded."]);
    expect(await readHistory(event.id)).toEqual(["admin insert events", "admin update events"]);
  });

  it("emails the same people about a reinstatement and keeps their spots", async () => {
    const event = await createEvent();
    await join(volunteers[0]!, event.id);
    await call("POST", `/api/events/${event.id}/cancel`, {});
    await sendEmails(event.id);
    const reinstateResponse = await call("POST", `/api/events/${event.id}/reinstate`);
    await sendEmails(event.id);
    expect(reinstateResponse.json).toMatchObject({
      isActive: true,
      cancellationReason: null,
      registeredVolunteers: 1,
    });
    expect((await call("POST", `/api/events/${event.id}/reinstate`)).status).toBe(200);
    await call("POST", `/api/events/${event.id}/cancel`, {});
    expect(await listTemplatesAndRecipients(event.id)).toEqual([
      "Event Canceled 0",
      "Event Reinstated 0",
      "Event Canceled 0",
    ]);
  });

  it("emails the waiting list about a cancellation and a reinstatement, except disabled accounts", async () => {
    const event = await createEvent({ maxVolunteers: 2 });
    const [ann, cleo, ben] = volunteers as [Volunteer, Volunteer, Volunteer];
    for (const person of [ann, cleo, ben]) await join(person, event.id);
    await setActive(cleo, false);
    await call("POST", `/api/events/${event.id}/cancel`, {});
    await sendEmails(event.id);
    await call("POST", `/api/events/${event.id}/reinstate`);
    await setActive(cleo, true);
    expect(await listTemplatesAndRecipients(event.id)).toEqual([
      "Event Canceled 0",
      "Event Canceled 2",
      "Event Reinstated 0",
      "Event Reinstated 2",
    ]);
  });

  it("stops emails about later changes to the date", async () => {
    const event = await createEvent();
    await join(volunteers[0]!, event.id);
    await call("POST", `/api/events/${event.id}/cancel`, {});
    await call("PUT", `/api/events/${event.id}`, { date: "2039-06-16" });
    expect(await listTemplatesAndRecipients(event.id)).toEqual(["Event Canceled 0"]);
  });

  it("refuses past events and unknown ids", async () => {
    const pastEventId = await addEvent({ address, days: -2 });
    expect(summarizeResult(await call("POST", `/api/events/${pastEventId}/cancel`, {}))).toEqual([
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
