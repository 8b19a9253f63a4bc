import { describe, expect, test } from "vitest";
import {
  addAdmin,
  addVolunteer,
  runAs,
  catchSqlState,
  withRollback,
  type Person,
  type Transaction,
} from "./connection.ts";

/** If the end is before the start, the event ends on the next day. */
type EventTimes = readonly [date: string, start: string, end: string];

async function addEvent(
  tx: Transaction,
  [date, start, end]: EventTimes,
  endsNextDay = end < start,
): Promise<string> {
  const [event] = await tx<{ id: string }[]>`
    insert into public.events (event_type, date, start_time, end_time, ends_next_day, address, packages_packed)
    values ('Food Drive', ${date}, ${start}, ${end}, ${endsNextDay}, 'Test hall', 20) returning id`;
  return event!.id;
}

const signUp = (tx: Transaction, { id }: Person, eventId: string) => tx`
  insert into public.volunteer_event_registrations (volunteer_id, event_id) values (${id}, ${eventId})`;

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
async function callFunction<Result>(
  tx: Transaction,
  person: Person,
  call: string,
): Promise<Result> {
  const [row] = await runAs(tx, person, (savepoint) =>
    savepoint.unsafe<{ result: Result }[]>(`select private.${call} as result`),
  );
  return row!.result;
}

/** Returns the totals once an event of the sample data counts that may have ended since it was loaded. */
const readSettledTotals = async (tx: Transaction, person: Person) => {
  await tx`select private.confirm_finished_attendance()`;
  return callFunction<{ totalHours: number }>(tx, person, "registration_totals()");
};

const readOwnEvents = (tx: Transaction, person: Person) =>
  callFunction<OwnEvent[]>(tx, person, "own_events()");

/** Sets a time zone where it is about noon, so that events can start and end hours from now on the same day. */
const setNoonTimeZone = (tx: Transaction) => {
  const offset = new Date().getUTCHours() - 12;
  return tx`
    update public.settings set time_zone = ${`Etc/GMT${offset < 0 ? "" : "+"}${offset}`}`;
};

const addEventAroundNow = async (tx: Transaction, start: string, end: string): Promise<string> => {
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
    [["2039-12-31", "20:00", "00:00"], "2040-01-01T02:00", "2040-01-01T06:00", 4],
    [["2039-03-12", "22:00", "04:00"], "2039-03-13T04:00", "2039-03-13T09:00", 5],
    [["2039-11-05", "22:00", "04:00"], "2039-11-06T03:00", "2039-11-06T10:00", 7],
    [["2039-06-15", "08:00", "02:00"], "2039-06-15T13:00", "2039-06-16T07:00", 18],
  ] as const)("%s in Chicago are %s to %s UTC and %d hours", async ([times, start, end, hours]) => {
    const ownEvent = await withRollback(async (tx) => {
      const eventId = await addEvent(tx, times);
      return (await readOwnEvents(tx, await addVolunteer(tx))).find(({ id }) => id === eventId);
    });
    expect(ownEvent).toMatchObject({
      startsAt: `${start}:00+00:00`,
      endsAt: `${end}:00+00:00`,
      hours,
    });
  });

  test("are refused if daylight saving time skips a time or the end is before the start, with an error on the field", async () => {
    await withRollback(async (tx) => {
      const eventId = await addEvent(tx, ["2039-03-12", "02:30", "02:45"]);
      const catchWriteError = async (write: (savepoint: Transaction) => Promise<unknown>) => {
        const writeError: unknown = await tx
          .savepoint((savepoint) => write(savepoint as Transaction))
          .catch((error: unknown) => error);
        const { code, constraint_name, hint } = writeError as Record<string, string | undefined>;
        return [code, constraint_name, hint];
      };
      const getSkippedTimeMessage = (time: string) =>
        `${time} AM doesn't exist on March 13, 2039, because clocks spring forward that night.`;
      for (const [times, field, hint, endsNextDay] of [
        [["2039-03-13", "02:30", "04:00"], "start", getSkippedTimeMessage("2:30")],
        [["2039-03-13", "02:00", "02:15"], "start", getSkippedTimeMessage("2:00")],
        [["2039-03-13", "01:30", "02:59"], "end", getSkippedTimeMessage("2:59")],
        [["2039-03-14", "02:30", "02:15"], "end", undefined, false],
        [["2039-03-12", "22:00", "02:30"], "end", getSkippedTimeMessage("2:30")],
        [["2039-03-14", "08:00", "02:01"], "end", expect.stringContaining("at most 18 hours")],
      ] as const) {
        expect(
          await catchWriteError((savepoint) => addEvent(savepoint, times, endsNextDay)),
        ).toEqual(["23514", `events_${field}_time_check`, hint]);
      }
      const moveToSkippedNight = (savepoint: Transaction) =>
        savepoint`update public.events set date = '2039-03-13' where id = ${eventId}`;
      expect((await catchWriteError(moveToSkippedNight))[2]).toBe(getSkippedTimeMessage("2:30"));
      // Phoenix has no daylight saving time. Changing back to Chicago keeps the local time.
      await tx`update public.settings set time_zone = 'America/Phoenix'`;
      await moveToSkippedNight(tx);
      await tx`update public.settings set time_zone = 'America/Chicago'`;
      const [eventRow] =
        await tx`select date::text, start_time::text from public.events where id = ${eventId}`;
      expect(eventRow).toEqual({ date: "2039-03-13", start_time: "02:30:00" });
    });
  });

  test("are the same in every total and list, even on the nights when the clocks change and on New Year's Eve", async () => {
    await withRollback(async (tx) => {
      const person = await addVolunteer(tx);
      const totalsBefore = await readSettledTotals(tx, person);
      for (const times of [
        ["2025-03-09", "01:00", "04:00"],
        ["2025-11-02", "00:30", "02:30"],
        ["2025-12-31", "22:00", "01:45"],
      ] as const) {
        await signUp(tx, person, await addEvent(tx, times));
      }
      await tx`select private.confirm_finished_attendance()`;

      const hours = 2 + 3 + 3.75;
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
      const [volunteerRow] = await tx`
        select total_hours::float as hours from public.volunteers where account_id = ${person.id}`;
      expect(volunteerRow).toEqual({ hours });
      const certificate = (year = "") => callFunction(tx, person, `own_hours_certificate(${year})`);
      expect(await certificate()).toMatchObject({ totalHours: hours, years: [2025] });
      expect(await certificate("2025")).toMatchObject({ totalHours: hours });
      expect(await certificate("2026")).toMatchObject({ totalHours: 0, shifts: [], years: [2025] });
      const listedEvents = await readOwnEvents(tx, person);
      expect(listedEvents.filter(({ isJoined }) => isJoined).map((event) => event.hours)).toEqual([
        3.75, 3, 2,
      ]);
    });
  });

  test("change a volunteer's totals when they're corrected after attendance was confirmed", async () => {
    await withRollback(async (tx) => {
      const person = await addVolunteer(tx);
      const eventId = await addEvent(tx, ["2025-06-01", "10:00", "12:00"]);
      await signUp(tx, person, eventId);
      await tx`select private.confirm_finished_attendance()`;
      await tx`update public.events set end_time = '13:30', packages_packed = 25 where id = ${eventId}`;
      const [volunteerRow] = await tx`
        select total_hours::float as hours, packages_helped as packages
        from public.volunteers where account_id = ${person.id}`;
      expect(volunteerRow).toEqual({ hours: 3.5, packages: 25 });
    });
  });
});

describe("a volunteer's events", () => {
  test("VDASH-39, VDASH-40: are the upcoming ones, soonest first, then the joined past ones, newest first", async () => {
    await withRollback(async (tx) => {
      await setNoonTimeZone(tx);
      const [person, otherVolunteer] = [await addVolunteer(tx), await addVolunteer(tx)];
      const startingEventId = await addEventAroundNow(tx, "0", "1 hour");
      const endingEventId = await addEventAroundNow(tx, "-1 hour", "0");
      const justFinishedEventId = await addEventAroundNow(tx, "-1 hour", "-1 second");
      const earlierEventId = await addEventAroundNow(tx, "-3 hours", "-2 hours");
      const otherEventId = await addEventAroundNow(tx, "-2 hours", "-1 hour");
      const laterEventId = await addEventAroundNow(tx, "1 hour", "2 hours");
      const hiddenEventId = await addEventAroundNow(tx, "2 hours", "3 hours");
      await tx`update public.events set is_active = false where id = ${hiddenEventId}`;
      for (const eventId of [justFinishedEventId, earlierEventId, laterEventId])
        await signUp(tx, person, eventId);
      await signUp(tx, otherVolunteer, otherEventId);

      const addedEventIds = new Set([
        startingEventId,
        endingEventId,
        justFinishedEventId,
        earlierEventId,
        otherEventId,
        laterEventId,
        hiddenEventId,
      ]);
      const listedEvents = (await readOwnEvents(tx, person)).filter(({ id }) =>
        addedEventIds.has(id),
      );
      expect(listedEvents.map(({ id, isJoined }) => [id, isJoined])).toEqual([
        [endingEventId, false],
        [startingEventId, false],
        [laterEventId, true],
        [justFinishedEventId, true],
        [earlierEventId, true],
      ]);
    });
  });

  test("include the next forty events, plus all of the volunteer's upcoming events and latest hundred past ones", async () => {
    await withRollback(async (tx) => {
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
      const listedEvents = await readOwnEvents(tx, person);
      const now = Date.now();
      const upcomingEvents = listedEvents.filter(({ endsAt }) => Date.parse(endsAt) >= now);
      expect(upcomingEvents).toHaveLength(50);
      expect(upcomingEvents.map(({ isJoined }) => isJoined).lastIndexOf(false)).toBe(39);
      expect(listedEvents).toHaveLength(150);
    });
  });

  test("show open spots and the volunteer's own position on the waiting list, and no one else's", async () => {
    await withRollback(async (tx) => {
      const eventId = await addEvent(tx, ["2039-06-01", "10:00", "12:00"]);
      await tx`
        insert into public.volunteer_shifts (event_id, title, max_volunteers)
        values (${eventId}, 'Packing', 2)`;
      const people = [];
      for (let number = 0; number < 5; number += 1) people.push(await addVolunteer(tx));
      const joinEvent = async (person: Person) =>
        callFunction(tx, person, `join_event('${eventId}')`);
      const readOwnEventState = async (person: Person) => {
        const ownEvent = (await readOwnEvents(tx, person)).find(({ id }) => id === eventId);
        return [
          ownEvent?.isJoined,
          ownEvent?.placesLeft,
          ownEvent?.waitlistPosition,
          ownEvent?.attendance,
        ];
      };
      expect(await readOwnEventState(people[0]!)).toEqual([false, 2, null, null]);
      for (const person of people.slice(0, 4)) await joinEvent(person);
      const statesByPerson = [];
      for (const person of people) statesByPerson.push(await readOwnEventState(person));
      expect(statesByPerson).toEqual([
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
    await withRollback(async (tx) => {
      await setNoonTimeZone(tx);
      const person = await addVolunteer(tx);
      const finishedEventId = await addEventAroundNow(tx, "-1 hour", "-1 second");
      const ongoingEventId = await addEventAroundNow(tx, "-1 hour", "1 second");
      const upcomingEventId = await addEventAroundNow(tx, "1 hour", "2 hours");
      for (const eventId of [finishedEventId, ongoingEventId, upcomingEventId])
        await signUp(tx, person, eventId);
      await tx`select private.confirm_finished_attendance()`;
      const confirmedRows = await tx<{ id: string }[]>`
        select event_id as id from public.volunteer_event_registrations
        where volunteer_id = ${person.id} and attendance = 'confirmed'`;
      expect(confirmedRows.map(({ id }) => id)).toEqual([finishedEventId]);
    });
  });

  test("can be recorded from an hour before the event starts, but not earlier", async () => {
    await withRollback(async (tx) => {
      await setNoonTimeZone(tx);
      const person = await addVolunteer(tx);
      const nearEventId = await addEventAroundNow(tx, "1 hour", "2 hours");
      const laterEventId = await addEventAroundNow(tx, "1 hour 1 second", "2 hours");
      for (const eventId of [nearEventId, laterEventId]) await signUp(tx, person, eventId);
      const recordAttendance = (eventId: string) =>
        tx.savepoint(
          (savepoint) => savepoint`
            update public.volunteer_event_registrations set attendance = 'confirmed'
            where volunteer_id = ${person.id} and event_id = ${eventId}`,
        );
      expect(await catchSqlState(recordAttendance(laterEventId))).toBe("CP018");
      expect((await recordAttendance(nearEventId)).count).toBe(1);
    });
  });

  test("isn't confirmed automatically for hidden or canceled events, which don't add hours", async () => {
    await withRollback(async (tx) => {
      const person = await addVolunteer(tx);
      const [hiddenEventId, canceledEventId] = [
        await addEvent(tx, ["2025-06-01", "10:00", "12:00"]),
        await addEvent(tx, ["2025-06-02", "10:00", "12:00"]),
      ];
      await tx`
        insert into public.volunteer_shifts (event_id, title, max_volunteers)
        values (${canceledEventId}, 'Packing', 2)`;
      const totalsBefore = await readSettledTotals(tx, person);
      for (const eventId of [hiddenEventId, canceledEventId]) await signUp(tx, person, eventId);
      await tx`update public.events set is_active = false where id = ${hiddenEventId}`;
      await tx`update public.volunteer_shifts set status = 'canceled' where event_id = ${canceledEventId}`;
      await tx`select private.confirm_finished_attendance()`;
      const zeroTotals = { totalHours: 0, shiftsCompleted: 0, packagesPacked: 0, firstShift: null };
      expect(await callFunction(tx, person, "own_registration_totals()")).toMatchObject(zeroTotals);
      expect(await callFunction(tx, person, "own_hours_certificate()")).toMatchObject({
        shifts: [],
      });
      expect(await callFunction(tx, person, "registration_totals()")).toMatchObject({
        totalHours: totalsBefore.totalHours,
      });

      await tx`
        update public.volunteer_event_registrations set attendance = 'confirmed'
        where volunteer_id = ${person.id} and event_id = ${hiddenEventId}`;
      expect(await callFunction(tx, person, "own_registration_totals()")).toMatchObject({
        totalHours: 2,
        shiftsCompleted: 1,
      });
      expect(await callFunction(tx, person, "own_hours_certificate()")).toMatchObject({
        totalHours: 2,
      });
    });
  });

  test("can't be confirmed long before the event, but an absence can be recorded", async () => {
    await withRollback(async (tx) => {
      const [person, admin] = [await addVolunteer(tx), await addAdmin(tx)];
      await signUp(tx, person, await addEvent(tx, ["2039-06-01", "10:00", "12:00"]));
      const recordAttendance = (attendance: string) =>
        runAs(
          tx,
          admin,
          (savepoint) => savepoint`
            update public.volunteer_event_registrations set attendance = ${attendance}
            where volunteer_id = ${person.id}`,
        );
      expect(await catchSqlState(recordAttendance("confirmed"))).toBe("CP018");
      expect(await catchSqlState(recordAttendance("absent"))).toBeUndefined();
    });
  });
});

describe("joining or leaving", () => {
  test.for([
    ["is allowed for an event that starts in a second", "1 second", "1 hour", undefined],
    ["is refused for an event that starts right now", "0 seconds", "1 hour", "CP003"],
    ["is refused for an event that ends in a second", "-1 hour", "1 second", "CP003"],
    ["is refused for an event that ends right now", "-1 hour", "0 seconds", "CP013"],
  ] as const)("%s", async ([, start, end, expected]) => {
    await withRollback(async (tx) => {
      await setNoonTimeZone(tx);
      const [joinedVolunteer, otherVolunteer] = [await addVolunteer(tx), await addVolunteer(tx)];
      const eventId = await addEventAroundNow(tx, start, end);
      await signUp(tx, joinedVolunteer, eventId);
      const attempt = (person: Person, action: "join" | "leave") =>
        catchSqlState(callFunction(tx, person, `${action}_event('${eventId}')`));
      expect([
        await attempt(otherVolunteer, "join"),
        await attempt(joinedVolunteer, "leave"),
      ]).toEqual([expected, expected]);
    });
  });
});
