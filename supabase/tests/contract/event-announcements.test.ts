import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { signId } from "../../functions/_shared/http/signed-id.ts";
import { createEventFixture, dateInDays, readHistory, summarizeResult } from "./event-fixture.ts";
import { connectMailer } from "./mailer.ts";
import { facts, postponeEmails, request, SOME_ID, sql } from "./stack.ts";

const { domain, volunteers, call, createEvent, join } = createEventFixture("announcements");
const { database, runMailer } = connectMailer(`ada@${domain}`);

/** The volunteers' ids in the directory. */
const directoryIds: string[] = [];

beforeAll(async () => {
  for (const { id } of volunteers) {
    const [person] = await sql<[{ id: string }]>`
      select id from public.volunteers where account_id = ${id}`;
    directoryIds.push(person.id);
  }
});
afterAll(() => database.close());

const toAnnouncementPath = (id: string) => `/api/events/${id}/announcement`;
const read = (id: string) => call("GET", toAnnouncementPath(id));

/** Emails the volunteers, then deletes the emails to those in the sample data. */
const announce = async (id: string) => {
  const response = await call("POST", toAnnouncementPath(id));
  await sql`
    delete from public.email_outbox
    where dedupe_key like ${`announcement:${id}:%`} and to_email not like ${`%@${domain}`}`;
  return response;
};

const readEmailsAbout = (id: string) => sql<
  { to: string; status: string; reason: string; data: Record<string, string> }[]
>`
  select split_part(to_email, '@', 1) as to, status, last_error as reason, data
  from public.email_outbox where dedupe_key like ${`announcement:${id}:%`} order by to_email`;
const readRecipients = async (id: string) => (await readEmailsAbout(id)).map(({ to }) => to);

const setWantsNews = (person: number, wantsNews: boolean) =>
  sql`update public.volunteers set wants_news = ${wantsNews} where id = ${directoryIds[person]!}`;
const readWantsNews = async (person: number) => {
  const [row] = await sql<[{ wantsNews: boolean }]>`
    select wants_news as "wantsNews" from public.volunteers where id = ${directoryIds[person]!}`;
  return row.wantsNews;
};
const createNewsToken = (person: number) =>
  signId(facts.hashSecret, "news-link", directoryIds[person]!);

describe("an email about a new event", () => {
  it("is sent to each active volunteer who wants news and hasn't signed up, and the dialog shows their number first", async () => {
    const event = await createEvent();
    expect((await read(event.id)).json).toMatchObject({ announcedAt: null });
    const { recipients } = (await read(event.id)).json;
    // All five volunteers would get the email. After these changes, only the first one would.
    await join(volunteers[1]!, event.id);
    await setWantsNews(2, false);
    await sql`update public.volunteer_accounts set is_active = false where id = ${volunteers[3]!.id}`;
    await sql`update public.volunteer_accounts set activated_at = null where id = ${volunteers[4]!.id}`;
    expect((await read(event.id)).json.recipients).toBe(recipients - 4);

    const response = await announce(event.id);
    expect([response.status, response.json]).toEqual([200, { recipients: recipients - 4 }]);
    const emails = await readEmailsAbout(event.id);
    expect(emails.map(({ to }) => to)).toEqual(["0"]);
    expect(emails[0]!.data).toMatchObject({
      name: "Tess",
      eventType: "Food Drive",
      eventDate: "2039-06-15",
      volunteerId: directoryIds[0],
    });
    expect((await read(event.id)).json.announcedAt).toEqual(expect.any(String));
    expect(await readHistory(event.id)).toEqual(["admin insert events", "admin update events"]);
    await sql`update public.volunteer_accounts set is_active = true where id = ${volunteers[3]!.id}`;
    await sql`update public.volunteer_accounts set activated_at = now() where id = ${volunteers[4]!.id}`;
    await setWantsNews(2, true);
  });

  it("doesn't go to someone without a login, or to a merged record", async () => {
    const event = await createEvent();
    await sql`insert into public.volunteers (name, email) values ('On Paper', ${`paper@${domain}`})`;
    await sql`update public.volunteers set merged_into_id = ${directoryIds[0]!} where id = ${directoryIds[1]!}`;
    await announce(event.id);
    await sql`update public.volunteers set merged_into_id = null where id = ${directoryIds[1]!}`;
    expect(await readRecipients(event.id)).toEqual(["0", "2", "3", "4"]);
  });

  it("is sent once, even if two administrators send it at the same moment", async () => {
    const event = await createEvent();
    const responses = await Promise.all([1, 2, 3, 4].map(() => announce(event.id)));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    const [day] = await sql<[{ text: string }]>`
      select to_char(private.today(), 'FMMonth FMDD, YYYY') as text`;
    expect(summarizeResult(await announce(event.id))).toEqual([
      409,
      `Volunteers were already emailed about this event on ${day.text}.`,
    ]);
    expect(await readRecipients(event.id)).toEqual(["0", "1", "2", "3", "4"]);
  });

  it("is refused for an event that is canceled, full, over or unknown, and nothing is queued", async () => {
    const canceledEvent = await createEvent();
    await call("POST", `/api/events/${canceledEvent.id}/cancel`, {});
    const fullEvent = await createEvent({ maxVolunteers: 1 });
    await join(volunteers[0]!, fullEvent.id);
    const pastEvent = await createEvent();
    await sql`update public.events set date = ${await dateInDays(-2)} where id = ${pastEvent.id}`;
    const responses = [canceledEvent, fullEvent, pastEvent, { id: SOME_ID }].map(({ id }) =>
      announce(id),
    );
    expect((await Promise.all(responses)).map(summarizeResult)).toEqual([
      [409, "This event is canceled, so volunteers can't be emailed about it."],
      [409, "This event is full, so volunteers can't be emailed about it."],
      [409, "This event is over."],
      [404, "We couldn't find that event. It may have been deleted."],
    ]);
    for (const { id } of [canceledEvent, fullEvent, pastEvent])
      expect(await readRecipients(id)).toEqual([]);
    expect((await read(SOME_ID)).status).toBe(404);
  });

  it("can be sent only by an administrator of volunteers", async () => {
    const event = await createEvent();
    const volunteerResponse = await request("POST", toAnnouncementPath(event.id), volunteers[0]);
    const visitorResponse = await request("POST", toAnnouncementPath(event.id));
    expect([volunteerResponse.status, visitorResponse.status]).toEqual([403, 401]);
    expect(await readRecipients(event.id)).toEqual([]);
  });

  it("has a link that turns such emails off, for the reader and for the email client", async () => {
    await postponeEmails();
    const event = await createEvent();
    await announce(event.id);
    const { attemptedEmails } = await runMailer();
    const mail = attemptedEmails.find(({ to }) => to.address === `0@${domain}`)!;
    const token = await signId("h".repeat(32), "news-link", directoryIds[0]!);
    expect(mail.unsubscribeUrl).toBe(`https://www.example.org/api/news-opt-outs/${token}`);
    expect(mail.html).toContain(`href="https://www.example.org/stop-news#token=${token}"`);
    expect(mail.html).toContain('href="https://www.example.org/volunteer-dashboard"');
    expect(mail.subject).toBe("New event: Food Drive on June 15, 2039");
  });

  it("isn't sent, or resent, to someone who has since opted out, signed up or left", async () => {
    await postponeEmails();
    const event = await createEvent();
    await announce(event.id);
    await setWantsNews(0, false);
    await join(volunteers[1]!, event.id);
    await sql`update public.volunteers set is_active = false where id = ${directoryIds[2]!}`;
    const { attemptedEmails } = await runMailer();
    const first = attemptedEmails
      .filter(({ kind }) => kind === "New Event")
      .map(({ to }) => to.address);
    expect(first.toSorted()).toEqual([`3@${domain}`, `4@${domain}`]);
    expect((await readEmailsAbout(event.id)).map(({ status, reason }) => [status, reason])).toEqual(
      [
        ["canceled", "The volunteer doesn't want emails about new events."],
        ["canceled", "The volunteer has signed up."],
        ["canceled", "The volunteer's account is closed."],
        ["sent", null],
        ["sent", null],
      ],
    );

    await setWantsNews(3, false);
    const [sent] = await sql<[{ id: string }]>`
      select id from public.email_outbox
      where dedupe_key = ${`announcement:${event.id}:${directoryIds[3]!}`}`;
    expect((await call("POST", `/api/email-outbox/${sent.id}/resend`)).status).toBe(200);
    expect((await runMailer()).attemptedEmails).toEqual([]);
    await sql`update public.volunteers set is_active = true, wants_news = true where id in ${sql(directoryIds)}`;
  });

  it("doesn't go out once the event is canceled", async () => {
    await postponeEmails();
    const event = await createEvent();
    await announce(event.id);
    await call("POST", `/api/events/${event.id}/cancel`, {});
    expect((await runMailer()).attemptedEmails).toEqual([]);
    expect(new Set((await readEmailsAbout(event.id)).map(({ reason }) => reason))).toEqual(
      new Set(["The event is canceled."]),
    );
  });
});

describe("turning off emails about new events", () => {
  const optOut = (token: string) => request("POST", `/api/news-opt-outs/${token}`);

  it("works without a login, even a second time, and changes nothing else", async () => {
    const before = await sql`
      select to_jsonb(person) - '{wants_news,updated_at}'::text[] as row
      from public.volunteers as person where id in ${sql(directoryIds)} order by id`;
    const token = await createNewsToken(0);
    expect([(await optOut(token)).status, (await optOut(token)).status]).toEqual([200, 200]);
    expect([await readWantsNews(0), await readWantsNews(1)]).toEqual([false, true]);
    const after = await sql`
      select to_jsonb(person) - '{wants_news,updated_at}'::text[] as row
      from public.volunteers as person where id in ${sql(directoryIds)} order by id`;
    expect(Array.from(after)).toEqual(Array.from(before));
    await setWantsNews(0, true);
  });

  it("leads a reader to the page with the button, and changes nothing", async () => {
    const token = await createNewsToken(0);
    const response = await fetch(
      `${facts.apiUrl}/functions/v1/api/news-opt-outs/${token}.?utm_source=mail`,
      { redirect: "manual" },
    );
    expect(response.status).toBe(303);
    const { pathname, hash } = new URL(response.headers.get("location") ?? "");
    expect([pathname, hash]).toEqual(["/stop-news", `#token=${token}`]);
    expect(await readWantsNews(0)).toBe(true);
  });

  it("works with the form that email clients send on their own", async () => {
    const response = await fetch(
      `${facts.apiUrl}/functions/v1/api/news-opt-outs/${await createNewsToken(0)}`,
      {
        method: "POST",
        headers: { "content-type": "application/x-www-form-urlencoded" },
        body: "List-Unsubscribe=One-Click",
      },
    );
    expect([response.status, await readWantsNews(0)]).toEqual([200, false]);
    await setWantsNews(0, true);
  });

  it("reaches the volunteer whom the reader was merged into", async () => {
    await sql`update public.volunteers set merged_into_id = ${directoryIds[1]!} where id = ${directoryIds[0]!}`;
    expect((await optOut(await createNewsToken(0))).status).toBe(200);
    await sql`update public.volunteers set merged_into_id = null where id = ${directoryIds[0]!}`;
    expect([await readWantsNews(0), await readWantsNews(1)]).toEqual([true, false]);
    await setWantsNews(1, true);
  });

  it.each([
    ["a made-up signature", () => `${directoryIds[0]!}.${"a".repeat(64)}`],
    ["a link for something else", () => signId(facts.hashSecret, "gift-link", directoryIds[0]!)],
    ["another site's link", () => signId("x".repeat(32), "news-link", directoryIds[0]!)],
    ["an unknown volunteer", () => signId(facts.hashSecret, "news-link", SOME_ID)],
  ])("is refused with %s", async (_, makeToken) => {
    const response = await optOut(await makeToken());
    expect([response.status, response.json.code]).toEqual([404, "news_link_invalid"]);
    expect(await readWantsNews(0)).toBe(true);
  });

  it("never stops the reminder of a shift", async () => {
    const event = await createEvent();
    await join(volunteers[0]!, event.id);
    await optOut(await createNewsToken(0));
    await sql`
      update public.email_outbox set status = 'sent', sent_at = '2039-06-13T15:00:00Z'
      where data ->> 'eventId' = ${event.id}`;
    await sql`select private.queue_event_reminders('2039-06-14T15:00:00Z')`;
    const reminders = await sql`
      select 1 from public.email_outbox as mail
      join public.volunteer_event_registrations as registration
        on mail.dedupe_key like 'reminder:' || registration.id || ':%'
      where registration.event_id = ${event.id} and mail.to_email = ${`0@${domain}`}
        and mail.status = 'queued'`;
    expect(await readWantsNews(0)).toBe(false);
    expect(reminders).toHaveLength(1);
    await setWantsNews(0, true);
  });

  it("also works on a volunteer's own page, and administrators see the choice", async () => {
    const { id, token } = volunteers[0]!;
    const path = `/api/volunteer/${id}/details`;
    const response = await request("PUT", path, { token, body: { wantsNews: false } });
    expect([response.status, response.json.wantsNews]).toEqual([200, false]);
    expect((await request("GET", path, { token })).json.wantsNews).toBe(false);
    expect((await call("GET", `/api/volunteers/${directoryIds[0]!}`)).json.wantsNews).toBe(false);
    await request("PUT", path, { token, body: { phone: "817-555-0142" } });
    expect(await readWantsNews(0)).toBe(false);
    await setWantsNews(0, true);
  });
});

describe("an email about a volunteer's own shift", () => {
  it("has the shift as a calendar file when they sign up, and none when they leave", async () => {
    await postponeEmails();
    const event = await createEvent();
    await join(volunteers[0]!, event.id);
    const [mail] = (await runMailer()).attemptedEmails;
    expect(mail).toMatchObject({
      kind: "Shift Sign-Up",
      attachment: { name: "shift-2039-06-15.ics", mediaType: "text/calendar" },
    });
    expect(mail!.attachment!.content).toContain(event.id);
    expect(mail!.attachment!.content).toContain("DTSTART;TZID=America/Chicago:20390615T090000");
    const { id, token } = volunteers[0]!;
    await request("DELETE", `/api/volunteer/${id}/events/${event.id}/leave`, { token });
    const [farewell] = (await runMailer()).attemptedEmails;
    expect([farewell!.kind, farewell!.attachment]).toEqual(["Left Shift", undefined]);
  });

  it("names to a coordinator who left a shift, with the phone and a link to the roster", async () => {
    await postponeEmails();
    const event = await createEvent({
      date: await dateInDays(1),
      startTime: "00:01",
      endTime: "23:59",
    });
    const { id, token } = volunteers[1]!;
    await sql`update public.volunteers set phone = '(817) 555-0199' where account_id = ${id}`;
    await join(volunteers[1]!, event.id);
    await request("DELETE", `/api/volunteer/${id}/events/${event.id}/leave`, { token });
    const { attemptedEmails } = await runMailer();
    const mail = attemptedEmails.find(({ kind }) => kind === "Volunteer Left");
    expect(mail?.html).toContain("(817) 555-0199");
    expect(mail?.html).toContain(`/dashboard/events?roster=${event.id}`);
  });
});
