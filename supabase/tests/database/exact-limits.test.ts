import { describe, expect, test } from "vitest";
import { uniqueWord } from "../unique-word.ts";
import { addAdmin, catchSqlState, runAs, type Transaction } from "./connection.ts";
import { addShiftReader, type ShiftReader } from "./mail-shifts.ts";
import { shareFixture } from "./shared-fixture.ts";

/** Moves the shift so that it starts exactly `distance` from now. */
const moveShift = (tx: Transaction, id: string, distance: string) => tx`
  update public.events set date = start::date, start_time = start::time, end_time = (start + '2 hours')::time,
    ends_next_day = (start + '2 hours')::date > start::date
  from (select (now() + ${distance}::interval) at time zone private.time_zone() as start) as moved
  where id = ${id}`;

const countEmails = async (tx: Transaction, template: string, email: string) => {
  const rows = await tx`
    select 1 from public.email_outbox
    where template_name = ${template} and to_email = ${email} and status = 'queued' and created_at = now()`;
  return rows.length;
};

interface ShiftLimit {
  readonly what: string;
  /** Distances from now at which the shift starts. */
  readonly lastInside: string;
  readonly firstOutside: string;
  readonly isInside: (tx: Transaction, reader: ShiftReader) => Promise<boolean>;
}

const callOnEvent = async (tx: Transaction, call: string, id: string) => {
  const [row] = await tx.unsafe<[{ result: boolean }]>(
    `select ${call} as result from public.events as event where event.id = $1`,
    [id],
  );
  return row.result;
};

const SHIFT_LIMITS: readonly ShiftLimit[] = [
  {
    what: "coordinators hear at once who leaves",
    lastInside: "24 hours",
    firstOutside: "24 hours 1 second",
    isInside: async (tx, { coordinator, people, eventId }) => {
      await tx`
        select private.report_departure(${people[0]!.volunteerId}, event) from public.events as event
        where event.id = ${eventId}`;
      return (await countEmails(tx, "Volunteer Left", coordinator.email)) === 1;
    },
  },
  {
    what: "an edit is told at once",
    lastInside: "12 hours",
    firstOutside: "12 hours 1 second",
    isInside: (tx, { eventId }) =>
      callOnEvent(tx, "private.edit_due(event, null) = now()", eventId),
  },
  {
    what: "nobody moves up by themselves",
    lastInside: "12 hours",
    firstOutside: "12 hours 1 second",
    isInside: (tx, { eventId }) => callOnEvent(tx, "private.is_promotion_late(event)", eventId),
  },
  {
    what: "people can be checked in",
    lastInside: "1 hour",
    firstOutside: "1 hour 1 second",
    isInside: async (tx, { eventId, people }) => {
      await tx`
        insert into public.volunteer_event_registrations (event_id, person_id)
        values (${eventId}, ${people[0]!.volunteerId})`;
      const check = (savepoint: Transaction) => savepoint`
        update public.volunteer_event_registrations set attendance = 'confirmed' where event_id = ${eventId}`;
      return (await catchSqlState(tx.savepoint(check))) === undefined;
    },
  },
];

describe("how long before a shift", () => {
  const withReader = shareFixture(async (tx) => {
    await tx`update public.settings set promotion_hours = 12`;
    return addShiftReader(tx, uniqueWord());
  });

  test.each(SHIFT_LIMITS.map((limit) => [limit.what, limit] as const))("%s", async (_, limit) => {
    for (const [distance, isInside] of [
      [limit.lastInside, true],
      [limit.firstOutside, false],
    ] as const) {
      await withReader(async (tx, reader) => {
        await moveShift(tx, reader.eventId, distance);
        expect(await limit.isInside(tx, reader), distance).toBe(isInside);
      });
    }
  });

  test.each([
    ["12 hours before", "12 hours", 1],
    ["less than 12 hours before", "11 hours 59 minutes 59 seconds", 0],
  ])("whether someone who was told %s gets a reminder", async (_, distance, count) => {
    await withReader(async (tx, { eventId, people, recipient, queue }) => {
      await tx`
        update public.events set date = private.today() + 1, start_time = '12:00', end_time = '14:00' where id = ${eventId}`;
      await tx`
        insert into public.volunteer_event_registrations (event_id, person_id)
        values (${eventId}, ${people[0]!.volunteerId})`;
      await tx`update public.email_outbox set status = 'canceled', dedupe_key = null where to_email = ${recipient.email}`;
      await queue("Shift Sign-Up");
      const [{ moment }] = await tx<[{ moment: string }]>`
        select private.instant_of(private.today() + time '10:00', private.time_zone())::text as moment`;
      await tx`
        update public.email_outbox set status = 'sent', sent_at = ${moment}::text::timestamptz - ${distance}::interval
        where to_email = ${recipient.email} and status = 'queued'`;
      await tx`select private.queue_event_reminders(${moment}::text::timestamptz)`;
      expect(await countEmails(tx, "Event Reminder", recipient.email)).toBe(count);
    });
  });

  test("an edit that isn't told at once waits ten minutes", async () => {
    await withReader(async (tx, { eventId }) => {
      await moveShift(tx, eventId, "13 hours");
      expect(
        await callOnEvent(
          tx,
          "private.edit_due(event, null) = now() + interval '10 minutes'",
          eventId,
        ),
      ).toBe(true);
    });
  });
});

describe("the number of emails a day", () => {
  const withRows = shareFixture(async (tx) => {
    await tx`delete from public.email_outbox`;
    await tx`update public.settings set emails_per_day = 100`;
    return {};
  });

  test.each([
    ["sent in the last 24 hours", "sent", "-23 hours 59 minutes", true],
    ["sent before", "sent", "-24 hours", false],
    ["being sent", "sending", "5 minutes", true],
    ["whose sending was lost", "sending", "-1 second", false],
    ["waiting", "queued", "0", false],
  ] as const)(
    "leaves 95, or 80 for news, and one less for an email %s: %s, %s",
    async (_, status, distance, counts) => {
      await withRows(async (tx) => {
        await tx`
        insert into public.email_outbox (template_name, to_email, to_name, status, sent_at, next_attempt_at)
        values (
          'Gift Link', 'reader@example.org', 'A reader', ${status},
          case when ${status === "sent"} then now() + ${distance}::interval end,
          case when ${status === "sending"} then now() + ${distance}::interval else now() end
        )`;
        const [row] = await tx`select emails, mass_emails from private.mail_allowance()`;
        expect(row).toEqual(
          counts ? { emails: 94, mass_emails: 79 } : { emails: 95, mass_emails: 80 },
        );
      });
    },
  );
});

describe("closed months", () => {
  const withBooks = shareFixture(async (tx) => {
    const owner = await addAdmin(tx);
    await runAs(tx, owner, (admin) => admin`select private.close_books('2025-08-31', 'A test')`);
    return { treasurer: await addAdmin(tx, { areas: ["giving"] }) };
  });

  test.each([
    [0, "refused"],
    [1, "allowed"],
    [-400, "refused"],
  ])("%i days after the last closed day, a donation is %s", async (days, verdict) => {
    await withBooks(async (tx, { treasurer }) => {
      const [books] = await tx<[{ day: string }]>`
        select (private.books_closed_through() + ${days}::integer)::text as day`;
      const state = await catchSqlState(
        tx.savepoint((savepoint) =>
          runAs(
            savepoint,
            treasurer,
            (admin) => admin`
              select private.record_donation(
                (select id from public.donors limit 1), 5, 'check', ${books.day}, true, reference => ${uniqueWord()}
              )`,
          ),
        ),
      );
      expect(state === undefined ? "allowed" : "refused").toBe(verdict);
    });
  });
});
