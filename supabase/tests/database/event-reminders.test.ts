import { describe, expect, test } from "vitest";
import { addVolunteer, as, rolledBack, type Person, type Transaction } from "./connection.ts";

interface Booking {
  readonly event: string;
  readonly person: Person;
}

async function book(
  tx: Transaction,
  { date, start = "10:00", end = "23:59" }: { date: string; start?: string; end?: string },
): Promise<Booking> {
  const [event] = await tx<{ id: string }[]>`
    insert into public.events (event_type, date, start_time, end_time, address, note)
    values ('Food Drive', ${date}, ${start}, ${end}, '1 Test Street', 'Bring gloves.') returning id`;
  const person = await addVolunteer(tx);
  await join(tx, event!.id, person);
  return { event: event!.id, person };
}

const join = (tx: Transaction, event: string, person: Person) =>
  as(tx, person, (savepoint) => savepoint`select private.join_event(${event})`);

const remind = (tx: Transaction, asOf: string) => tx`select private.queue_event_reminders(${asOf})`;

const mailsTo = async (tx: Transaction, { id }: Person) =>
  Array.from(
    await tx<{ data: Record<string, string> }[]>`
      select data from public.email_outbox
      where template_name = 'Event Reminder' and to_email = ${`${id}@example.org`}
      order by data ->> 'eventDate'`,
    ({ data }) => data,
  );

describe("reminders the day before", () => {
  test("contain the event, the time with its time zone, the place and what to bring", async () => {
    await rolledBack(async (tx) => {
      const { person } = await book(tx, { date: "2039-06-15", end: "12:30" });
      await remind(tx, "2039-06-14T15:00:00Z");
      expect(await mailsTo(tx, person)).toEqual([
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
      "23:45 on 31 December",
      { date: "2039-12-31", start: "23:45", end: "23:59" },
      "2039-12-30T15:00:00Z",
    ],
    ["1 January", { date: "2040-01-01", start: "00:00" }, "2039-12-31T15:00:00Z"],
    ["the day clocks spring forward", { date: "2039-03-13" }, "2039-03-12T15:00:00Z"],
    ["the day after clocks spring forward", { date: "2039-03-14" }, "2039-03-13T14:00:00Z"],
    ["the day clocks fall back", { date: "2039-11-06" }, "2039-11-05T14:00:00Z"],
    ["the day after clocks fall back", { date: "2039-11-07" }, "2039-11-06T15:00:00Z"],
  ] as const)("for %s go out once, from 9 a.m. in Chicago", async ([, event, nine]) => {
    await rolledBack(async (tx) => {
      const { person } = await book(tx, event);
      const moment = (seconds: number) => new Date(Date.parse(nine) + seconds * 1000).toISOString();
      const counts = [];
      for (const seconds of [-86_400, -1, 0, 1, 3600, 86_400]) {
        await remind(tx, moment(seconds));
        counts.push((await mailsTo(tx, person)).length);
      }
      expect(counts).toEqual([0, 0, 1, 1, 1, 1]);
    });
  });

  test("late in the evening, are for tomorrow in the organization's time zone, not in UTC", async () => {
    await rolledBack(async (tx) => {
      const tomorrow = await book(tx, { date: "2039-06-15" });
      const dayAfter = await book(tx, { date: "2039-06-16" });
      await remind(tx, "2039-06-15T04:59:00Z");
      expect(await mailsTo(tx, tomorrow.person)).toHaveLength(1);
      expect(await mailsTo(tx, dayAfter.person)).toEqual([]);
    });
  });

  test("aren't sent to withdrawn, waiting, absent or disabled volunteers or for canceled events", async () => {
    await rolledBack(async (tx) => {
      const date = "2039-06-15";
      const withdrawn = await book(tx, { date });
      await as(
        tx,
        withdrawn.person,
        (savepoint) => savepoint`select private.leave_event(${withdrawn.event})`,
      );
      const limitedEvent = await book(tx, { date });
      await tx`
        insert into public.volunteer_shifts (event_id, title, max_volunteers)
        values (${limitedEvent.event}, 'Packing', 1)`;
      const waitingVolunteer = await addVolunteer(tx);
      await join(tx, limitedEvent.event, waitingVolunteer);
      const absent = await book(tx, { date });
      await tx`
        update public.volunteer_event_registrations set attendance = 'absent'
        where event_id = ${absent.event}`;
      const disabledBooking = await book(tx, { date });
      await tx`update public.volunteer_accounts set is_active = false where id = ${disabledBooking.person.id}`;
      const hidden = await book(tx, { date });
      await tx`update public.events set is_active = false where id = ${hidden.event}`;
      const canceledBooking = await book(tx, { date });
      await tx`
        insert into public.volunteer_shifts (event_id, title, max_volunteers, status)
        values (${canceledBooking.event}, 'Packing', 9, 'cancelled')`;
      const dayAfter = await book(tx, { date: "2039-06-16" });
      const sameDay = await book(tx, { date: "2039-06-14" });

      await remind(tx, "2039-06-14T14:00:00Z");
      const unremindedBookings = [
        withdrawn,
        absent,
        disabledBooking,
        hidden,
        canceledBooking,
        dayAfter,
        sameDay,
      ];
      for (const person of [
        waitingVolunteer,
        ...unremindedBookings.map((booking) => booking.person),
      ]) {
        expect(await mailsTo(tx, person)).toEqual([]);
      }
      expect(await mailsTo(tx, limitedEvent.person)).toHaveLength(1);
    });
  });

  test("are sent again after the event moves", async () => {
    await rolledBack(async (tx) => {
      const { event, person } = await book(tx, { date: "2039-06-15" });
      await remind(tx, "2039-06-14T14:00:00Z");
      await tx`update public.events set date = '2039-06-20' where id = ${event}`;
      await remind(tx, "2039-06-14T15:00:00Z");
      expect(await mailsTo(tx, person)).toHaveLength(1);
      await remind(tx, "2039-06-19T14:00:00Z");
      await remind(tx, "2039-06-19T15:00:00Z");
      expect((await mailsTo(tx, person)).map(({ eventDate }) => eventDate)).toEqual([
        "2039-06-15",
        "2039-06-20",
      ]);
    });
  });
});
