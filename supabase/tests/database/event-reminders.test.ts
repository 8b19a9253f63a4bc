import { describe, expect, test } from "vitest";
import { addVolunteer, runAs, withRollback, type Person, type Transaction } from "./connection.ts";
import { sendShiftEmails } from "./shift-mail.ts";

interface Registration {
  readonly eventId: string;
  readonly person: Person;
}

async function addRegistration(
  tx: Transaction,
  { date, start = "10:00", end = "23:59" }: { date: string; start?: string; end?: string },
): Promise<Registration> {
  const [event] = await tx<{ id: string }[]>`
    insert into public.events (event_type, date, start_time, end_time, address, note)
    values ('Food Drive', ${date}, ${start}, ${end}, '1 Test Street', 'Bring gloves.') returning id`;
  const person = await addVolunteer(tx);
  await joinEvent(tx, event!.id, person);
  return { eventId: event!.id, person };
}

async function joinEvent(tx: Transaction, eventId: string, person: Person) {
  await runAs(tx, person, (savepoint) => savepoint`select private.join_event(${eventId})`);
  await forgetSignUp(tx, person);
}

/** Reminders don't go to those who were emailed about the same shift in the hours before. */
async function forgetSignUp(tx: Transaction, { id }: Person) {
  await sendShiftEmails(tx, 10);
  await tx`
    update public.email_outbox set sent_at = now() - interval '13 hours'
    where status = 'sent' and to_email = ${`${id}@example.org`}`;
}

const queueReminders = (tx: Transaction, asOf: string) =>
  tx`select private.queue_event_reminders(${asOf})`;

const readReminders = async (tx: Transaction, { id }: Person) =>
  Array.from(
    await tx<{ data: Record<string, string> }[]>`
      select data from public.email_outbox
      where template_name = 'Event Reminder' and to_email = ${`${id}@example.org`}
      order by data ->> 'eventDate'`,
    ({ data }) => data,
  );

describe("reminders the day before", () => {
  test("contain the event, the time with its time zone, the place and what to bring", async () => {
    await withRollback(async (tx) => {
      const { person } = await addRegistration(tx, { date: "2039-06-15", end: "12:30" });
      await queueReminders(tx, "2039-06-14T15:00:00Z");
      expect(await readReminders(tx, person)).toMatchObject([
        {
          name: "Test",
          eventType: "Food Drive",
          eventDate: "2039-06-15",
          startTime: "10:00:00",
          endTime: "12:30:00",
          timeZone: "America/Chicago",
          address: "1 Test Street",
          eventNote: "Bring gloves.",
        },
      ]);
    });
  });

  test.for([
    ["an event in summer", { date: "2039-06-15" }, "2039-06-14T14:00:00Z"],
    [
      "an event at 11:45 p.m. on December 31",
      { date: "2039-12-31", start: "23:45", end: "23:59" },
      "2039-12-30T15:00:00Z",
    ],
    [
      "an event at midnight on January 1",
      { date: "2040-01-01", start: "00:00" },
      "2039-12-31T15:00:00Z",
    ],
    ["an event on the day clocks spring forward", { date: "2039-03-13" }, "2039-03-12T15:00:00Z"],
    [
      "an event on the day after clocks spring forward",
      { date: "2039-03-14" },
      "2039-03-13T14:00:00Z",
    ],
    ["an event on the day clocks fall back", { date: "2039-11-06" }, "2039-11-05T14:00:00Z"],
    ["an event on the day after clocks fall back", { date: "2039-11-07" }, "2039-11-06T15:00:00Z"],
  ] as const)("for %s go out once, from 9 a.m. in Chicago", async ([, event, reminderTime]) => {
    await withRollback(async (tx) => {
      const { person } = await addRegistration(tx, event);
      const addSeconds = (seconds: number) =>
        new Date(Date.parse(reminderTime) + seconds * 1000).toISOString();
      const counts = [];
      for (const seconds of [-86_400, -1, 0, 1, 3600, 86_400]) {
        await queueReminders(tx, addSeconds(seconds));
        counts.push((await readReminders(tx, person)).length);
      }
      expect(counts).toEqual([0, 0, 1, 1, 1, 1]);
    });
  });

  test("sent late in the evening are for tomorrow's events in the organization's time zone, not in UTC", async () => {
    await withRollback(async (tx) => {
      const tomorrowRegistration = await addRegistration(tx, { date: "2039-06-15" });
      const laterRegistration = await addRegistration(tx, { date: "2039-06-16" });
      await queueReminders(tx, "2039-06-15T04:59:00Z");
      expect(await readReminders(tx, tomorrowRegistration.person)).toHaveLength(1);
      expect(await readReminders(tx, laterRegistration.person)).toEqual([]);
    });
  });

  test("aren't sent to withdrawn, waiting or absent volunteers, to disabled accounts, or for hidden or canceled events", async () => {
    await withRollback(async (tx) => {
      const date = "2039-06-15";
      const withdrawnRegistration = await addRegistration(tx, { date });
      await runAs(
        tx,
        withdrawnRegistration.person,
        (savepoint) => savepoint`select private.leave_event(${withdrawnRegistration.eventId})`,
      );
      const fullEventRegistration = await addRegistration(tx, { date });
      await tx`
        insert into public.volunteer_shifts (event_id, title, max_volunteers)
        values (${fullEventRegistration.eventId}, 'Packing', 1)`;
      const waitingVolunteer = await addVolunteer(tx);
      await joinEvent(tx, fullEventRegistration.eventId, waitingVolunteer);
      const absentRegistration = await addRegistration(tx, { date });
      await tx`
        update public.volunteer_event_registrations set attendance = 'absent'
        where event_id = ${absentRegistration.eventId}`;
      const disabledRegistration = await addRegistration(tx, { date });
      await tx`update public.volunteer_accounts set is_active = false where id = ${disabledRegistration.person.id}`;
      const hiddenRegistration = await addRegistration(tx, { date });
      await tx`update public.events set is_active = false where id = ${hiddenRegistration.eventId}`;
      const canceledRegistration = await addRegistration(tx, { date });
      await tx`
        insert into public.volunteer_shifts (event_id, title, max_volunteers, status)
        values (${canceledRegistration.eventId}, 'Packing', 9, 'canceled')`;
      const dayAfterRegistration = await addRegistration(tx, { date: "2039-06-16" });
      const sameDayRegistration = await addRegistration(tx, { date: "2039-06-14" });

      await queueReminders(tx, "2039-06-14T14:00:00Z");
      const unremindedRegistrations = [
        withdrawnRegistration,
        absentRegistration,
        disabledRegistration,
        hiddenRegistration,
        canceledRegistration,
        dayAfterRegistration,
        sameDayRegistration,
      ];
      for (const person of [
        waitingVolunteer,
        ...unremindedRegistrations.map((registration) => registration.person),
      ]) {
        expect(await readReminders(tx, person)).toEqual([]);
      }
      expect(await readReminders(tx, fullEventRegistration.person)).toHaveLength(1);
    });
  });

  test("are sent again after the event moves", async () => {
    await withRollback(async (tx) => {
      const { eventId, person } = await addRegistration(tx, { date: "2039-06-15" });
      await queueReminders(tx, "2039-06-14T14:00:00Z");
      await tx`update public.events set date = '2039-06-20' where id = ${eventId}`;
      await forgetSignUp(tx, person);
      await queueReminders(tx, "2039-06-14T15:00:00Z");
      expect(await readReminders(tx, person)).toHaveLength(1);
      await queueReminders(tx, "2039-06-19T14:00:00Z");
      await queueReminders(tx, "2039-06-19T15:00:00Z");
      expect((await readReminders(tx, person)).map(({ eventDate }) => eventDate)).toEqual([
        "2039-06-15",
        "2039-06-20",
      ]);
    });
  });
});

describe("threat 31: an email about a shift that had to wait", () => {
  const findProblem = async (tx: Transaction, { id }: Person) => {
    const [row] = await tx<[{ problem: string | null }]>`
      select coalesce(last_error, private.shift_mail_problem(mail)) as problem
      from public.email_outbox as mail where template_name = 'Event Reminder' and to_email = ${`${id}@example.org`}`;
    return row.problem;
  };
  const REPLACED = "A newer email about this shift replaces this one.";

  test.for([
    ["nothing has changed", () => undefined, null],
    [
      "the shift was in the past",
      (tx: Transaction) => tx`update public.events set date = '2026-01-15'`,
      REPLACED,
    ],
    [
      "the shift goes on past midnight",
      (tx: Transaction) => tx`
        update public.email_outbox set data = data || (
          select jsonb_build_object('eventDate', clock.local::date - 1, 'startTime', clock.local::time + interval '1 second',
            'endTime', clock.local::time)
          from (select date_trunc('second', now() at time zone private.time_zone() + interval '1 hour') as local) as clock
        )`,
      // Not that it is over, though its end is earlier in the day than its start.
      "The shift was moved.",
    ],
    [
      "the shift has moved",
      (tx: Transaction, eventId: string) =>
        tx`update public.events set start_time = '11:00' where id = ${eventId}`,
      REPLACED,
    ],
    [
      "the shift is canceled",
      (tx: Transaction, eventId: string) =>
        tx`update public.events set is_active = false where id = ${eventId}`,
      REPLACED,
    ],
    [
      "the volunteer has canceled",
      (tx: Transaction, eventId: string) =>
        tx`delete from public.volunteer_event_registrations where event_id = ${eventId}`,
      "The volunteer isn't on the shift anymore.",
    ],
    [
      "the volunteer's account is disabled",
      (tx: Transaction, _: string, { id }: Person) =>
        tx`update public.volunteer_accounts set is_active = false where id = ${id}`,
      REPLACED,
    ],
  ] as const)("is checked before it is sent: %s", async ([, change, problem]) => {
    await withRollback(async (tx) => {
      const { eventId, person } = await addRegistration(tx, { date: "2039-06-15" });
      await queueReminders(tx, "2039-06-14T15:00:00Z");
      await change(tx, eventId, person);
      expect(await findProblem(tx, person)).toBe(problem);
    });
  });
});
