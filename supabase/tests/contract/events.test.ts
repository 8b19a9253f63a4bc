import { describe, expect, it } from "vitest";
import { createEventFixture, readHistory, summarizeResult, dateInDays } from "./event-fixture.ts";
import { request, sql } from "./stack.ts";

const { domain, volunteers, body, callAs, call, createEvent, join } = createEventFixture("events");

const countEvents = async () => {
  const [row] = await sql`select count(*)::integer as events from public.events`;
  return row!["events"] as number;
};

describe("creating events", () => {
  it("AEVT-14: accepts the documented body at both paths, with one audit entry", async () => {
    for (const path of ["/api/events/create", "/api/events"]) {
      const { status, json } = await call("POST", path, body);
      expect(status).toBe(201);
      expect(json).toEqual({
        id: expect.any(String),
        ...body,
        startTime: "09:00:00",
        endTime: "11:30:00",
        endsNextDay: false,
        startsAt: "2039-06-15T14:00:00.000Z",
        endsAt: "2039-06-15T16:30:00.000Z",
        status: "upcoming",
        isActive: true,
        note: null,
        cancellationReason: null,
        packagesPacked: 0,
        registeredVolunteers: 0,
        waitingVolunteers: 0,
        maxVolunteers: null,
        createdAt: expect.any(String),
        updatedAt: expect.any(String),
      });
      expect(await readHistory(json.id)).toEqual(["admin insert events"]);
    }
  });

  it("accepts an event past midnight, in every week and list, and lets only its end go on to the next day", async () => {
    const address = `3 ${domain}`;
    const night = { address, startTime: "20:00", endTime: "02:00", endsNextDay: true };
    const firstEvent = await createEvent({ ...night, date: "2039-06-15", repeatWeekly: 2 });
    const { json } = await call("GET", `/api/events/with-counts?search=${address}&sort=date`);
    expect(json).toMatchObject([
      { date: "2039-06-15", endsNextDay: true, endsAt: "2039-06-16T07:00:00.000Z" },
      { date: "2039-06-22", endsNextDay: true, endsAt: "2039-06-23T07:00:00.000Z" },
    ]);
    const { text } = await call("GET", `/api/events/export?search=${address}&sort=date`);
    expect(text.split("\r\n")[1]).toContain("2039-06-15,20:00:00,02:00:00,yes,Food Drive");

    const update = (changes: object) => call("PUT", `/api/events/${firstEvent.id}`, changes);
    for (const changes of [{ endTime: "14:01" }, { endsNextDay: false }, { startTime: "07:59" }]) {
      const { status, json: refusal } = await update(changes);
      expect([status, refusal.issues[0].path], JSON.stringify(changes)).toEqual([400, "endTime"]);
    }
    expect((await update({ endTime: "14:00" })).json.endsAt).toBe("2039-06-16T19:00:00.000Z");
    const { json: dayEvent } = await update({ endsNextDay: false, endTime: "23:00" });
    expect(dayEvent).toMatchObject({ endsNextDay: false, endsAt: "2039-06-16T04:00:00.000Z" });
  });

  it("accepts volunteers up to the limit, and puts others on the waiting list", async () => {
    const event = await createEvent({ maxVolunteers: 1, note: "Closed-toe shoes, please." });
    expect(event).toMatchObject({ maxVolunteers: 1, note: "Closed-toe shoes, please." });
    expect((await join(volunteers[0]!, event.id)).json.status).toBe("joined");
    expect((await join(volunteers[1]!, event.id)).json.status).toBe("waitlisted");
    const { json } = await call("GET", `/api/events/with-counts?search=${domain}&sort=-date`);
    expect(json.find(({ id }: { id: string }) => id === event.id)).toMatchObject({
      registeredVolunteers: 1,
      waitingVolunteers: 1,
      maxVolunteers: 1,
    });
  });

  it("repeats weekly at the same local time across the end of daylight saving time, with a separate limit for each week", async () => {
    const address = `2 ${domain}`;
    const firstEvent = await createEvent({
      address,
      date: "2039-10-30",
      repeatWeekly: 3,
      maxVolunteers: 7,
    });
    const { json } = await call("GET", `/api/events/with-counts?search=${address}&sort=date`);
    expect(
      json.map((event: Record<string, string>) => [
        event["date"],
        event["startTime"],
        event["startsAt"],
      ]),
    ).toEqual([
      ["2039-10-30", "09:00:00", "2039-10-30T14:00:00.000Z"],
      ["2039-11-06", "09:00:00", "2039-11-06T15:00:00.000Z"],
      ["2039-11-13", "09:00:00", "2039-11-13T15:00:00.000Z"],
    ]);
    expect(json.map((event: Record<string, string>) => event["maxVolunteers"])).toEqual([7, 7, 7]);
    expect(json[0].id).toBe(firstEvent.id);
  });

  it.each([
    ["53 weeks", { repeatWeekly: 53 }, "repeatWeekly"],
    ["zero weeks", { repeatWeekly: 0 }, "repeatWeekly"],
    ["an end before the start", { endTime: "08:00" }, "endTime"],
    ["more than 18 hours", { endTime: "03:01", endsNextDay: true }, "endTime"],
    ["a whole day", { endTime: "09:00", endsNextDay: true }, "endTime"],
    ["an unknown type", { eventType: "Party" }, "eventType"],
    ["no address", { address: " " }, "address"],
    ["no places", { maxVolunteers: 0 }, "maxVolunteers"],
    ["a date in the far future", { date: "2200-01-01" }, "date"],
    // The last repetition is past the latest date allowed, so none of the events is created.
    ["weeks into the far future", { date: "2199-12-20", repeatWeekly: 4 }, "date"],
  ])("refuses %s naming the field and creates nothing", async (_, invalidFields, path) => {
    const before = await countEvents();
    const { status, json } = await call("POST", "/api/events", { ...body, ...invalidFields });
    expect(status).toBe(400);
    expect(json.issues.map((issue: { path: string }) => issue.path)).toEqual([path]);
    expect(await countEvents()).toBe(before);
  });

  it.each([
    ["a start", { date: "2039-03-13" }, "startTime"],
    ["a start in one of several weeks", { date: "2039-02-27", repeatWeekly: 4 }, "startTime"],
    ["an end", { date: "2039-03-13", startTime: "01:30", endTime: "02:30" }, "endTime"],
  ])("VDASH-32: refuses %s in the hour that daylight saving time skips", async (_, times, path) => {
    const before = await countEvents();
    const { status, json } = await call("POST", "/api/events", {
      ...body,
      startTime: "02:30",
      endTime: "03:30",
      ...times,
    });
    expect([status, json.code]).toEqual([400, "validation_failed"]);
    expect(json.issues).toEqual([
      {
        path,
        message:
          "2:30 AM doesn't exist on March 13, 2039, because clocks spring forward that night.",
      },
    ]);
    expect(await countEvents()).toBe(before);
  });

  it("AEVT-11: refuses a date before today in the organization's time zone", async () => {
    const refusedResponse = await call("POST", "/api/events", {
      ...body,
      date: await dateInDays(-1),
    });
    expect(refusedResponse.status).toBe(400);
    expect(refusedResponse.json.issues).toEqual([
      { path: "date", message: "Choose today or a later date." },
    ]);
    const createResponse = await call("POST", "/api/events", { ...body, date: await dateInDays() });
    expect(createResponse.status).toBe(201);
  });

  it("threat 45: refuses military mail addresses", async () => {
    const { status, json } = await call("POST", "/api/events", {
      ...body,
      address: "Unit 5, APO AE 09012",
    });
    expect([status, json.code]).toEqual([400, "place_not_public"]);
  });

  it.each([
    ["isActive", { isActive: false }],
    ["packagesPacked", { packagesPacked: 900 }],
    ["registeredVolunteers", { registeredVolunteers: 9 }],
  ])("threat 6: refuses %s in the body", async (_, extraFields) => {
    expect((await call("POST", "/api/events", { ...body, ...extraFields })).status).toBe(400);
  });
});

describe("deleting events", () => {
  it("works for events without registrations and tells administrators to cancel the others", async () => {
    const [emptyEvent, joinedEvent] = [
      await createEvent({ maxVolunteers: 3 }),
      await createEvent(),
    ];
    await join(volunteers[0]!, joinedEvent.id);
    expect((await call("DELETE", `/api/events/${emptyEvent.id}`)).json).toEqual({
      message: "Event deleted",
    });
    expect(await readHistory(emptyEvent.id)).toEqual([
      "admin insert events",
      "admin delete events",
    ]);
    expect((await call("DELETE", `/api/events/${emptyEvent.id}`)).status).toBe(404);
    expect(summarizeResult(await call("DELETE", `/api/events/${joinedEvent.id}`))).toEqual([
      409,
      "Volunteers have signed up for this event, so it can't be deleted. Please cancel it instead.",
    ]);
    expect((await call("GET", `/api/events/${joinedEvent.id}/roster`)).status).toBe(200);
  });
});

it("threat 2, threat 41: the event endpoints refuse volunteers and visitors and change nothing", async () => {
  const event = await createEvent({ maxVolunteers: 2 });
  await join(volunteers[0]!, event.id);
  const { json } = await call("GET", `/api/attendance?eventId=${event.id}`);
  const registrationId = json[0].id as string;
  const calls: [string, string, unknown?][] = [
    ["POST", "/api/events", body],
    ["POST", "/api/events/create", body],
    ["PUT", `/api/events/${event.id}`, { maxVolunteers: null }],
    ["POST", `/api/events/${event.id}/cancel`, {}],
    ["POST", `/api/events/${event.id}/reinstate`],
    ["DELETE", `/api/events/${event.id}`],
    ["GET", "/api/events/stats"],
    ["GET", "/api/events/with-counts"],
    ["GET", `/api/events/${event.id}/roster`],
    ["POST", "/api/attendance", { eventId: event.id, volunteerId: volunteers[1]!.id }],
    ["PUT", "/api/attendance", { ids: [registrationId], attendance: "absent" }],
    ["DELETE", `/api/attendance/${registrationId}`],
    ["GET", "/api/attendance/export"],
  ];
  const before = await countEvents();
  for (const [method, path, requestBody] of calls) {
    expect([path, (await callAs(volunteers[0]!.token)(method, path, requestBody)).status]).toEqual([
      path,
      403,
    ]);
    const visitorResponse = await request(
      method,
      path,
      requestBody === undefined ? {} : { body: requestBody },
    );
    expect([path, visitorResponse.status]).toEqual([path, 401]);
  }
  expect(await countEvents()).toBe(before);
  const rosterResponse = await call("GET", `/api/events/${event.id}/roster`);
  expect(rosterResponse.json.event).toMatchObject({
    isActive: true,
    maxVolunteers: 2,
    registeredVolunteers: 1,
  });
});

describe("updating an event", () => {
  it("refuses an end before the start, naming the field", async () => {
    const event = await createEvent();
    const { status, json } = await call("PUT", `/api/events/${event.id}`, { endTime: "08:59" });
    expect(status).toBe(400);
    expect(json.issues).toMatchObject([{ path: "endTime" }]);
  });

  it("threat 6: refuses registrations, cancellation and start time in the body", async () => {
    const event = await createEvent();
    for (const invalidBody of [
      { registeredVolunteers: 3 },
      { isActive: false },
      { startsAt: "2030-01-01" },
    ]) {
      expect((await call("PUT", `/api/events/${event.id}`, invalidBody)).status).toBe(400);
    }
  });
});
