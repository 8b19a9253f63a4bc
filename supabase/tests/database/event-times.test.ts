import { describe, expect, test } from "vitest";
import {
  addAdmin,
  addVolunteer,
  as,
  refusal,
  rolledBack,
  type Person,
  type Transaction,
} from "./connection.ts";

type Times = readonly [date: string, start: string, end: string];

async function addEvent(tx: Transaction, [date, start, end]: Times): Promise<string> {
  const [event] = await tx<{ id: string }[]>`
    insert into public.events (event_type, date, start_time, end_time, address, packages_packed)
    values ('Food Drive', ${date}, ${start}, ${end}, 'Test hall', 20) returning id`;
  return event!.id;
}

const register = (tx: Transaction, { id }: Person, event: string) => tx`
  insert into public.volunteer_event_registrations (volunteer_id, event_id) values (${id}, ${event})`;

async function addListedVolunteer(tx: Transaction): Promise<Person> {
  const person = await addVolunteer(tx);
  await tx`
    insert into public.volunteers (account_id, name, email)
    values (${person.id}, 'Test Volunteer', ${`${person.id}@example.org`})`;
  return person;
}

interface OwnEvent {
  id: string;
  startsAt: string;
  endsAt: string;
  hours: number;
  isJoined: boolean;
  waitlistPosition: number | null;
  placesLeft: number | null;
  attendance: string | null;
}

/** Returns the result of a function called as this person. */
async function callFunction<Answer>(
  tx: Transaction,
  person: Person,
  call: string,
): Promise<Answer> {
  const [row] = await as(tx, person, (savepoint) =>
    savepoint.unsafe<{ answer: Answer }[]>(`select private.${call} as answer`),
  );
  return row!.answer;
}

const ownEvents = (tx: Transaction, person: Person) =>
  callFunction<OwnEvent[]>(tx, person, "own_events()");

/** Sets a time zone where it is about noon, so that events can start and end hours from now on the same day. */
const setNoonTimeZone = (tx: Transaction) => {
  const offset = new Date().getUTCHours() - 12;
  return tx`
    update public.settings set time_zone = ${`Etc/GMT${offset < 0 ? "" : "+"}${offset}`}`;
};

const eventAround = async (tx: Transaction, start: string, end: string): Promise<string> => {
  const [event] = await tx<{ id: string }[]>`
    insert into public.events (event_type, date, start_time, end_time, address)
    select 'Food Drive', private.today(), (local + ${start}::interval)::time, (local + ${end}::interval)::time, 'Test hall'
    from (select now() at time zone private.time_zone() as local) as clock
    returning id`;
  return event!.id;
};

describe("VDASH-32: the times and hours of an event", () => {
  test.for([
    [["2039-03-13", "01:00", "04:00"], "2039-03-13T07:00", "2039-03-13T09:00", 2],
    [["2039-03-13", "01:59", "03:00"], "2039-03-13T07:59", "2039-03-13T08:00", 0.02],
    [["2039-11-06", "00:30", "02:30"], "2039-11-06T05:30", "2039-11-06T08:30", 3],
    [["2039-11-06", "01:15", "01:45"], "2039-11-06T06:15", "2039-11-06T06:45", 0.5],
    [["2039-12-31", "20:00", "23:45"], "2040-01-01T02:00", "2040-01-01T05:45", 3.75],
    [["2039-12-31", "23:45", "23:59"], "2040-01-01T05:45", "2040-01-01T05:59", 0.23],
  ] as const)("%s, Chicago: %s to %s UTC, %d hours", async ([times, start, end, hours]) => {
    const shown = await rolledBack(async (tx) => {
      const event = await addEvent(tx, times);
      return (await ownEvents(tx, await addVolunteer(tx))).find(({ id }) => id === event);
    });
    expect(shown).toMatchObject({
      startsAt: `${start}:00+00:00`,
      endsAt: `${end}:00+00:00`,
      hours,
    });
  });

  test("refuses times skipped by daylight saving time and an end before the start, with an error on the field", async () => {
    await rolledBack(async (tx) => {
      const event = await addEvent(tx, ["2039-03-12", "02:30", "02:45"]);
      const refusalOf = async (write: (savepoint: Transaction) => Promise<unknown>) => {
        const caught: unknown = await tx
          .savepoint((savepoint) => write(savepoint as Transaction))
          .catch((error: unknown) => error);
        const { code, constraint_name, hint } = caught as Record<string, string | undefined>;
        return [code, constraint_name, hint];
      };
      const skippedTimeMessage = (time: string) =>
        `${time} AM doesn't exist on March 13, 2039, because clocks spring forward that night.`;
      for (const [times, field, hint] of [
        [["2039-03-13", "02:30", "04:00"], "start", skippedTimeMessage("2:30")],
        [["2039-03-13", "02:00", "02:15"], "start", skippedTimeMessage("2:00")],
        [["2039-03-13", "01:30", "02:59"], "end", skippedTimeMessage("2:59")],
        [["2039-03-14", "02:30", "02:15"], "end", undefined],
      ] as const) {
        expect(await refusalOf((savepoint) => addEvent(savepoint, times))).toEqual([
          "23514",
          `events_${field}_time_check`,
          hint,
        ]);
      }
      const moveToSkippedNight = (savepoint: Transaction) =>
        savepoint`update public.events set date = '2039-03-13' where id = ${event}`;
      expect((await refusalOf(moveToSkippedNight))[2]).toBe(skippedTimeMessage("2:30"));
      // Phoenix has no daylight saving time. Changing back to Chicago keeps the local time.
      await tx`update public.settings set time_zone = 'America/Phoenix'`;
      await moveToSkippedNight(tx);
      await tx`update public.settings set time_zone = 'America/Chicago'`;
      const [kept] =
        await tx`select date::text, start_time::text from public.events where id = ${event}`;
      expect(kept).toEqual({ date: "2039-03-13", start_time: "02:30:00" });
    });
  });

  test("hours on both nights when clocks change and on the last evening of the year are the same everywhere", async () => {
    await rolledBack(async (tx) => {
      const person = await addListedVolunteer(tx);
      const totalsBefore = await callFunction<{ totalHours: number }>(
        tx,
        person,
        "registration_totals()",
      );
      for (const times of [
        ["2025-03-09", "01:00", "04:00"],
        ["2025-11-02", "00:30", "02:30"],
        ["2025-12-31", "22:00", "23:45"],
      ] as const) {
        await register(tx, person, await addEvent(tx, times));
      }
      await tx`select private.confirm_finished_attendance()`;

      const hours = 2 + 3 + 1.75;
      expect(await callFunction(tx, person, "own_registration_totals()")).toMatchObject({
        totalHours: hours,
        shiftsCompleted: 3,
      });
      const totalsAfter = await callFunction<{ totalHours: number }>(
        tx,
        person,
        "registration_totals()",
      );
      expect(totalsAfter.totalHours - totalsBefore.totalHours).toBeCloseTo(hours);
      const [directory] = await tx`
        select total_hours::float as hours from public.volunteers where account_id = ${person.id}`;
      expect(directory).toEqual({ hours });
      const certificate = (year = "") => callFunction(tx, person, `own_hours_certificate(${year})`);
      expect(await certificate()).toMatchObject({ totalHours: hours, years: [2025] });
      expect(await certificate("2025")).toMatchObject({ totalHours: hours });
      expect(await certificate("2026")).toMatchObject({ totalHours: 0, shifts: [], years: [2025] });
      const listedEvents = await ownEvents(tx, person);
      expect(listedEvents.filter(({ isJoined }) => isJoined).map((event) => event.hours)).toEqual([
        1.75, 3, 2,
      ]);
    });
  });

  test("confirmed hours change when the event's times are corrected", async () => {
    await rolledBack(async (tx) => {
      const person = await addListedVolunteer(tx);
      const event = await addEvent(tx, ["2025-06-01", "10:00", "12:00"]);
      await register(tx, person, event);
      await tx`select private.confirm_finished_attendance()`;
      await tx`update public.events set end_time = '13:30', packages_packed = 25 where id = ${event}`;
      const [directory] = await tx`
        select total_hours::float as hours, packages_helped as packages
        from public.volunteers where account_id = ${person.id}`;
      expect(directory).toEqual({ hours: 3.5, packages: 25 });
    });
  });
});

describe("a volunteer's events", () => {
  test("VDASH-39, VDASH-40: lists upcoming events soonest first, then joined past ones newest first", async () => {
    await rolledBack(async (tx) => {
      await setNoonTimeZone(tx);
      const [person, other] = [await addVolunteer(tx), await addVolunteer(tx)];
      const startsNow = await eventAround(tx, "0", "1 hour");
      const endsNow = await eventAround(tx, "-1 hour", "0");
      const justOver = await eventAround(tx, "-1 hour", "-1 second");
      const earlierEvent = await eventAround(tx, "-3 hours", "-2 hours");
      const eventNotJoined = await eventAround(tx, "-2 hours", "-1 hour");
      const laterEvent = await eventAround(tx, "1 hour", "2 hours");
      const hidden = await eventAround(tx, "2 hours", "3 hours");
      await tx`update public.events set is_active = false where id = ${hidden}`;
      for (const event of [justOver, earlierEvent, laterEvent]) await register(tx, person, event);
      await register(tx, other, eventNotJoined);

      const addedEvents = new Set([
        startsNow,
        endsNow,
        justOver,
        earlierEvent,
        eventNotJoined,
        laterEvent,
        hidden,
      ]);
      const listedEvents = (await ownEvents(tx, person)).filter(({ id }) => addedEvents.has(id));
      expect(listedEvents.map(({ id, isJoined }) => [id, isJoined])).toEqual([
        [endsNow, false],
        [startsNow, false],
        [laterEvent, true],
        [justOver, true],
        [earlierEvent, true],
      ]);
    });
  });

  test("lists the next forty events, plus all of the volunteer's upcoming events and latest hundred past ones", async () => {
    await rolledBack(async (tx) => {
      const person = await addVolunteer(tx);
      await tx`update public.events set is_active = false`;
      await tx`
        insert into public.events (event_type, date, start_time, end_time, address)
        select 'Food Drive', private.today() + day, '10:00', '12:00', 'Test hall'
        from generate_series(-120, 120) as day where day <> 0`;
      await tx`
        insert into public.volunteer_event_registrations (volunteer_id, event_id)
        select ${person.id}, id from public.events
        where address = 'Test hall' and (date < private.today() or date > private.today() + 110)`;
      const listedEvents = await ownEvents(tx, person);
      const now = Date.now();
      const upcomingEvents = listedEvents.filter(({ endsAt }) => Date.parse(endsAt) >= now);
      expect(upcomingEvents).toHaveLength(50);
      expect(upcomingEvents.map(({ isJoined }) => isJoined).lastIndexOf(false)).toBe(39);
      expect(listedEvents).toHaveLength(150);
    });
  });

  test("shows free places and the volunteer's own place on the waiting list, and no one else's", async () => {
    await rolledBack(async (tx) => {
      const event = await addEvent(tx, ["2039-06-01", "10:00", "12:00"]);
      await tx`
        insert into public.volunteer_shifts (event_id, title, max_volunteers)
        values (${event}, 'Packing', 2)`;
      const people = [];
      for (let number = 0; number < 5; number += 1) people.push(await addVolunteer(tx));
      const joins = async (person: Person) => callFunction(tx, person, `join_event('${event}')`);
      const eventsFor = async (person: Person) => {
        const ownEvent = (await ownEvents(tx, person)).find(({ id }) => id === event);
        return [
          ownEvent?.isJoined,
          ownEvent?.placesLeft,
          ownEvent?.waitlistPosition,
          ownEvent?.attendance,
        ];
      };
      expect(await eventsFor(people[0]!)).toEqual([false, 2, null, null]);
      for (const person of people.slice(0, 4)) await joins(person);
      const eventsByPerson = [];
      for (const person of people) eventsByPerson.push(await eventsFor(person));
      expect(eventsByPerson).toEqual([
        [true, 0, null, "expected"],
        [true, 0, null, "expected"],
        [false, 0, 1, null],
        [false, 0, 2, null],
        [false, 0, null, null],
      ]);
    });
  });
});

describe("attendance", () => {
  test("is confirmed after the event has ended, not before or during it", async () => {
    await rolledBack(async (tx) => {
      await setNoonTimeZone(tx);
      const person = await addListedVolunteer(tx);
      const finishedEvent = await eventAround(tx, "-1 hour", "-1 second");
      const underWay = await eventAround(tx, "-1 hour", "1 second");
      const upcomingEvent = await eventAround(tx, "1 hour", "2 hours");
      for (const event of [finishedEvent, underWay, upcomingEvent])
        await register(tx, person, event);
      await tx`select private.confirm_finished_attendance()`;
      const confirmedRows = await tx<{ id: string }[]>`
        select event_id as id from public.volunteer_event_registrations
        where volunteer_id = ${person.id} and attendance = 'confirmed'`;
      expect(confirmedRows.map(({ id }) => id)).toEqual([finishedEvent]);
    });
  });

  test("can be recorded from the second the event starts, but not earlier", async () => {
    await rolledBack(async (tx) => {
      await setNoonTimeZone(tx);
      const person = await addListedVolunteer(tx);
      const begins = await eventAround(tx, "0", "1 hour");
      const upcomingEvent = await eventAround(tx, "1 second", "1 hour");
      for (const event of [begins, upcomingEvent]) await register(tx, person, event);
      const record = (event: string) =>
        tx.savepoint(
          (savepoint) => savepoint`
            update public.volunteer_event_registrations set attendance = 'confirmed'
            where volunteer_id = ${person.id} and event_id = ${event}`,
        );
      expect(await refusal(record(upcomingEvent))).toBe("CP018");
      expect((await record(begins)).count).toBe(1);
    });
  });

  test("isn't confirmed automatically for hidden or canceled events, which don't add hours", async () => {
    await rolledBack(async (tx) => {
      const person = await addListedVolunteer(tx);
      const [hidden, canceled] = [
        await addEvent(tx, ["2025-06-01", "10:00", "12:00"]),
        await addEvent(tx, ["2025-06-02", "10:00", "12:00"]),
      ];
      await tx`
        insert into public.volunteer_shifts (event_id, title, max_volunteers)
        values (${canceled}, 'Packing', 2)`;
      const totalsBefore = await callFunction<{ totalHours: number }>(
        tx,
        person,
        "registration_totals()",
      );
      for (const event of [hidden, canceled]) await register(tx, person, event);
      await tx`update public.events set is_active = false where id = ${hidden}`;
      await tx`update public.volunteer_shifts set status = 'cancelled' where event_id = ${canceled}`;
      await tx`select private.confirm_finished_attendance()`;
      const zeroTotals = { totalHours: 0, shiftsCompleted: 0, packagesPacked: 0, firstShift: null };
      expect(await callFunction(tx, person, "own_registration_totals()")).toMatchObject(zeroTotals);
      expect(await callFunction(tx, person, "own_hours_certificate()")).toMatchObject({
        shifts: [],
      });
      expect(await callFunction(tx, person, "registration_totals()")).toMatchObject({
        totalHours: totalsBefore.totalHours,
      });
      expect((await ownEvents(tx, person)).filter(({ isJoined }) => isJoined)).toEqual([]);

      await tx`
        update public.volunteer_event_registrations set attendance = 'confirmed'
        where volunteer_id = ${person.id} and event_id = ${hidden}`;
      expect(await callFunction(tx, person, "own_registration_totals()")).toMatchObject({
        totalHours: 2,
        shiftsCompleted: 1,
      });
      expect(await callFunction(tx, person, "own_hours_certificate()")).toMatchObject({
        totalHours: 2,
      });
    });
  });

  test("can't be confirmed before the event has started, but can be declined", async () => {
    await rolledBack(async (tx) => {
      const [person, admin] = [await addListedVolunteer(tx), await addAdmin(tx)];
      await register(tx, person, await addEvent(tx, ["2039-06-01", "10:00", "12:00"]));
      const record = (attendance: string) =>
        as(
          tx,
          admin,
          (savepoint) => savepoint`
            update public.volunteer_event_registrations set attendance = ${attendance}
            where volunteer_id = ${person.id}`,
        );
      expect(await refusal(record("confirmed"))).toBe("CP018");
      expect(await refusal(record("absent"))).toBeUndefined();
    });
  });
});

describe("joining and leaving", () => {
  test.for([
    ["starts in a second", "1 second", "1 hour", undefined],
    ["starts right now", "0 seconds", "1 hour", "CP003"],
    ["ends in a second", "-1 hour", "1 second", "CP003"],
    ["ends right now", "-1 hour", "0 seconds", "CP013"],
  ] as const)("an event that %s", async ([, start, end, expected]) => {
    await rolledBack(async (tx) => {
      await setNoonTimeZone(tx);
      const [joined, other] = [await addVolunteer(tx), await addVolunteer(tx)];
      const event = await eventAround(tx, start, end);
      await register(tx, joined, event);
      const press = (person: Person, action: "join" | "leave") =>
        refusal(callFunction(tx, person, `${action}_event('${event}')`));
      expect([await press(other, "join"), await press(joined, "leave")]).toEqual([
        expected,
        expected,
      ]);
    });
  });
});
