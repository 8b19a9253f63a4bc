import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { clearRateLimits, facts, type LoggedInPerson, request, SOME_ID, sql } from "./stack.ts";
import { addEvent, addVolunteers, removeVolunteers } from "./volunteers.ts";
import { uniqueWord } from "../unique-word.ts";

const domain = `calendar-${uniqueWord()}.example.org`;
const address = `1, ${domain}; North\nDoor`;
type Volunteer = Pick<LoggedInPerson, "id" | "token">;
let ann: Volunteer;
let ben: Volunteer;

beforeAll(async () => {
  const [firstVolunteer, secondVolunteer] = await addVolunteers(2, domain);
  [ann, ben] = [firstVolunteer!, secondVolunteer!];
});
beforeEach(() => clearRateLimits());
afterAll(async () => {
  await sql`delete from public.events where address = ${address}`;
  await removeVolunteers(domain);
});

const requestAsVolunteer = (method: string, { id, token }: Volunteer, path: string) =>
  request(method, `/api/volunteer/${id}${path}`, { token });
const join = ({ id, token }: Volunteer, eventId: string) =>
  request("POST", `/api/volunteer/${id}/events/${eventId}/join`, { token, body: { anyway: true } });
const joinNewEvent = async (person: Volunteer, days?: number) => {
  const eventId = await addEvent({ address, ...(days === undefined ? {} : { days }) });
  await join(person, eventId);
  return eventId;
};
/** Requests the volunteer's feed URL and returns its path, which is what a calendar app fetches. */
async function openFeed(person: Volunteer): Promise<string> {
  const { status, json } = await requestAsVolunteer("POST", person, "/calendar-feed");
  expect(status).toBe(200);
  const url = new URL(json.url);
  expect(url.origin).toBe(new URL(facts.webUrl).origin);
  return url.pathname;
}

/** Returns the properties of each event, with folded lines joined. */
function parseEvents(text: string): Map<string, Record<string, string>> {
  expect(text).toMatch(/^BEGIN:VCALENDAR\r\n[^]*\r\nEND:VCALENDAR\r?\n?$/);
  const lines = text.replaceAll("\r\n ", "").split("\r\n");
  expect(lines.filter((line) => /[\r\n]/.test(line))).toEqual([]);
  const events = new Map<string, Record<string, string>>();
  let event: Record<string, string> | undefined;
  for (const line of lines) {
    const [, name = "", value = ""] = /^([^:]+):(.*)$/.exec(line) ?? [];
    if (line === "BEGIN:VEVENT") event = {};
    else if (line === "END:VEVENT") {
      events.set(event?.["UID"] ?? "", event ?? {});
      event = undefined;
    } else if (event !== undefined) event[name] = value;
  }
  return events;
}

const readFeedEvent = async (path: string, eventId: string) => {
  const { status, text } = await request("GET", path);
  expect(status).toBe(200);
  return parseEvents(text).get(eventId);
};

describe("a shift as a calendar file", () => {
  it("uses the organization's time zone and escapes special characters in the place", async () => {
    const eventId = await joinNewEvent(ann);
    await sql`
      update public.events
      set date = '2039-03-13', start_time = '01:30', end_time = '03:30', note = 'Bring gloves.'
      where id = ${eventId}`;
    const { status, text, headers } = await requestAsVolunteer(
      "GET",
      ann,
      `/events/${eventId}/calendar`,
    );
    expect(status).toBe(200);
    expect(headers.get("Content-Type")).toBe("text/calendar; charset=utf-8");
    expect(headers.get("Content-Disposition")).toContain('filename="shift-2039-03-13.ics"');
    expect(headers.get("Cache-Control")).toBe("no-store");
    expect(text).toContain("BEGIN:VTIMEZONE\r\nTZID:America/Chicago\r\n");
    expect(text).toContain("RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=2SU");
    expect(parseEvents(text).get(eventId)).toMatchObject({
      SUMMARY: "Food Drive",
      "DTSTART;TZID=America/Chicago": "20390313T013000",
      "DTEND;TZID=America/Chicago": "20390313T033000",
      DTSTAMP: expect.stringMatching(/^\d{8}T\d{6}Z$/),
      LOCATION: `1\\, ${domain}\\; North\\nDoor`,
      STATUS: "CONFIRMED",
      DESCRIPTION: expect.stringMatching(
        new RegExp(`Bring gloves\\.\\\\n.*${facts.webUrl}/volunteer-dashboard`),
      ),
    });
  });

  it.each([
    ["2039-03-13", "01:00", "04:00", "20390313T010000", "20390313T040000"],
    ["2039-11-06", "00:30", "02:30", "20391106T003000", "20391106T023000"],
    ["2039-11-06", "02:00", "04:45", "20391106T020000", "20391106T044500"],
    ["2039-12-31", "20:00", "23:45", "20391231T200000", "20391231T234500"],
    ["2039-12-31", "20:00", "02:00", "20391231T200000", "20400101T020000"],
  ])(
    "has the local start and end times of a shift on %s from %s to %s",
    async (date, start, end, expectedStart, expectedEnd) => {
      const eventId = await joinNewEvent(ann);
      await sql`
      update public.events
      set date = ${date}, start_time = ${start}, end_time = ${end}, ends_next_day = ${end < start}
      where id = ${eventId}`;
      const { text } = await requestAsVolunteer("GET", ann, `/events/${eventId}/calendar`);
      expect(parseEvents(text).get(eventId)).toMatchObject({
        "DTSTART;TZID=America/Chicago": expectedStart,
        "DTEND;TZID=America/Chicago": expectedEnd,
      });
    },
  );

  it.each([
    ["2039-11-06", "01:15", "01:45", "20391106T061500Z", "20391106T064500Z"],
    ["2039-11-06", "01:00", "03:00", "20391106T060000Z", "20391106T090000Z"],
    ["2039-11-05", "22:00", "01:59", "20391106T030000Z", "20391106T065900Z"],
  ])(
    "has times in UTC for a shift on %s from %s to %s, because apps disagree on the hour that occurs twice",
    async (date, start, end, expectedStart, expectedEnd) => {
      const eventId = await joinNewEvent(ann);
      await sql`
        update public.events
        set date = ${date}, start_time = ${start}, end_time = ${end}, ends_next_day = ${end < start}
        where id = ${eventId}`;
      const { text } = await requestAsVolunteer("GET", ann, `/events/${eventId}/calendar`);
      expect(parseEvents(text).get(eventId)).toMatchObject({
        DTSTART: expectedStart,
        DTEND: expectedEnd,
      });
    },
  );

  it("is available only to a volunteer who joined", async () => {
    const eventId = await joinNewEvent(ann);
    expect((await requestAsVolunteer("GET", ben, `/events/${eventId}/calendar`)).status).toBe(404);
    expect((await requestAsVolunteer("GET", ann, `/events/${SOME_ID}/calendar`)).status).toBe(404);
  });
});

describe("the feed of a volunteer's shifts", () => {
  it("lists joined shifts under stable ids and raises the sequence number on each change", async () => {
    const feedPath = await openFeed(ann);
    const eventId = await joinNewEvent(ann);
    const bensEventId = await joinNewEvent(ben);
    const before = await readFeedEvent(feedPath, eventId);
    expect(before).toMatchObject({ UID: eventId, STATUS: "CONFIRMED" });
    expect(await readFeedEvent(feedPath, bensEventId)).toBeUndefined();

    // The event in this feed doesn't change when another volunteer joins.
    await join(ben, eventId);
    expect(await readFeedEvent(feedPath, eventId)).toEqual(before);

    await sql`
      update public.events set created_at = created_at - interval '1 minute', start_time = '09:15'
      where id = ${eventId}`;
    const after = await readFeedEvent(feedPath, eventId);
    expect(after?.["DTSTART;TZID=America/Chicago"]).toMatch(/T091500$/);
    expect(Number(after?.["SEQUENCE"])).toBeGreaterThan(Number(before?.["SEQUENCE"]));
    const [row] = await sql<{ stamp: string }[]>`
      select to_char(revised_at at time zone 'UTC', 'YYYYMMDD"T"HH24MISS"Z"') as stamp
      from public.events where id = ${eventId}`;
    expect([after?.["LAST-MODIFIED"], after?.["DTSTAMP"]]).toEqual([row?.stamp, row?.stamp]);

    await sql`
      update public.events set created_at = created_at - interval '1 minute', note = 'Side door.'
      where id = ${eventId}`;
    const eventAfterNoteChange = await readFeedEvent(feedPath, eventId);
    expect(eventAfterNoteChange?.["DESCRIPTION"]).toContain("Side door.");
    expect(Number(eventAfterNoteChange?.["SEQUENCE"])).toBeGreaterThan(Number(after?.["SEQUENCE"]));

    await requestAsVolunteer("DELETE", ann, `/events/${eventId}/leave`);
    expect(await readFeedEvent(feedPath, eventId)).toBeUndefined();
  });

  it("is served from the site's own address", async () => {
    const feedPath = await openFeed(ann);
    const response = await fetch(new URL(feedPath, facts.webUrl), {
      headers: { Accept: "text/calendar" },
    });
    expect(response.status).toBe(200);
    expect(response.headers.get("Content-Type")).toBe("text/calendar; charset=utf-8");
    expect(response.headers.get("Cache-Control")).toBe("no-store");
    expect(response.headers.get("Content-Disposition")).toBeNull();
    expect(await response.text()).toMatch(/^BEGIN:VCALENDAR\r\n/);
  });

  it("shows hidden events and canceled shifts as canceled", async () => {
    const feedPath = await openFeed(ann);
    const [hiddenEventId, limitedEventId] = [
      await joinNewEvent(ann),
      await addEvent({ address, places: 3 }),
    ];
    await join(ann, limitedEventId);
    const before = await readFeedEvent(feedPath, limitedEventId);
    await sql`update public.events set is_active = false where id = ${hiddenEventId}`;
    await sql`
      update public.events set created_at = created_at - interval '1 minute' where id = ${limitedEventId}`;
    await sql`update public.volunteer_shifts set status = 'canceled' where event_id = ${limitedEventId}`;
    expect(await readFeedEvent(feedPath, hiddenEventId)).toMatchObject({ STATUS: "CANCELLED" });
    const canceled = await readFeedEvent(feedPath, limitedEventId);
    // Some calendars ignore the status.
    expect(canceled).toMatchObject({
      STATUS: "CANCELLED",
      SUMMARY: `Canceled: ${before?.["SUMMARY"]}`,
      DESCRIPTION: expect.stringMatching(/^Canceled: this shift doesn't take place\./),
    });
    expect(canceled?.["DESCRIPTION"]).not.toContain("If you can't come");
    expect(Number(canceled?.["SEQUENCE"])).toBeGreaterThan(Number(before?.["SEQUENCE"]));

    await sql`
      update public.events set created_at = created_at - interval '1 minute' where id = ${limitedEventId}`;
    await sql`update public.volunteer_shifts set status = 'active' where event_id = ${limitedEventId}`;
    const reinstated = await readFeedEvent(feedPath, limitedEventId);
    expect(reinstated).toMatchObject({
      STATUS: "CONFIRMED",
      SUMMARY: before?.["SUMMARY"],
      DESCRIPTION: before?.["DESCRIPTION"],
    });
    expect(Number(reinstated?.["SEQUENCE"])).toBeGreaterThan(Number(canceled?.["SEQUENCE"]));
  });

  it("returns the same 404 at a replaced URL, once turned off, for an invalid token, and while the volunteer's account is disabled", async () => {
    const readOutcome = async (path: string) => {
      const { status, json } = await request("GET", path);
      return status === 200 ? status : [status, json.code, json.message];
    };
    const notFoundOutcome = [404, "not_found", "We couldn't find what you're looking for."];
    const firstPath = await openFeed(ann);
    expect(await readOutcome(firstPath)).toBe(200);
    const secondPath = await openFeed(ann);
    expect(await readOutcome(firstPath)).toEqual(notFoundOutcome);
    expect(await readOutcome(secondPath)).toBe(200);

    await sql`update public.volunteer_accounts set is_active = false where id = ${ann.id}`;
    expect(await readOutcome(secondPath)).toEqual(notFoundOutcome);
    await sql`update public.volunteer_accounts set is_active = true where id = ${ann.id}`;
    expect(await readOutcome(secondPath)).toBe(200);

    expect((await requestAsVolunteer("DELETE", ann, "/calendar-feed")).status).toBe(200);
    expect(await readOutcome(secondPath)).toEqual(notFoundOutcome);

    const alteredPath = secondPath.replace(/.$/, (lastCharacter) =>
      lastCharacter === "0" ? "1" : "0",
    );
    const unknownToken = "0".repeat(64);
    const thirdPath = await openFeed(ann);
    const [row] = await sql<{ hash: string }[]>`
      select token_hash as hash from public.calendar_feeds where volunteer_id = ${ann.id}`;
    for (const path of [
      alteredPath,
      `/api/calendar-feeds/${unknownToken}`,
      `/api/calendar-feeds/${row!.hash}`,
    ]) {
      expect(await readOutcome(path)).toEqual(notFoundOutcome);
    }
    expect(await readOutcome(thirdPath)).toBe(200);
  });

  it("tells only the volunteer whether and when they got a link", async () => {
    const readCreatedAt = async (person: Volunteer) =>
      (await requestAsVolunteer("GET", person, "/calendar-feed")).json.createdAt;
    await requestAsVolunteer("DELETE", ann, "/calendar-feed");
    expect(await readCreatedAt(ann)).toBeNull();
    await openFeed(ann);
    expect(Date.parse(await readCreatedAt(ann))).toBeGreaterThan(Date.now() - 60_000);
    expect(await readCreatedAt(ben)).toBeNull();
    const annWithBensToken = { id: ann.id, token: ben.token };
    expect((await requestAsVolunteer("GET", annWithBensToken, "/calendar-feed")).status).toBe(403);
    await requestAsVolunteer("DELETE", ann, "/calendar-feed");
    expect(await readCreatedAt(ann)).toBeNull();
  });

  it("threat 40: has a token that neither its row nor the audit log contains", async () => {
    const feedPath = await openFeed(ann);
    const token = /[0-9a-f]{64}$/.exec(feedPath)?.[0];
    expect(token).toBeDefined();
    const rows = await sql<{ row: string }[]>`
      select entry::text as row from public.calendar_feeds as entry
      union all select entry::text from public.audit_log as entry where occurred_at > now() - interval '1 minute'`;
    expect(rows.filter(({ row }) => row.includes(token!))).toEqual([]);
  });
});
