import { describe, expect, test } from "vitest";
import { addVolunteer, withRollback, type Transaction } from "./connection.ts";
import { moveToHour } from "./organization-hour.ts";

/** Adds a past event from 8 PM to 2 AM, which someone attended, and returns the registration's ID. */
async function addNight(tx: Transaction, date: string, start = "20:00", end = "02:00") {
  const person = await addVolunteer(tx);
  const [event] = await tx<[{ id: string }]>`
    insert into public.events (event_type, date, start_time, end_time, ends_next_day, address)
    values ('Food Drive', ${date}, ${start}, ${end}, true, '1 Overnight Way') returning id`;
  const [registration] = await tx<[{ id: string }]>`
    insert into public.volunteer_event_registrations (volunteer_id, event_id)
    values (${person.id}, ${event.id}) returning id`;
  await tx`
    update public.volunteer_event_registrations set attendance = 'confirmed' where id = ${registration.id}`;
  return { eventId: event.id, registrationId: registration.id };
}

const readHours = async (tx: Transaction, registrationId: string) => {
  const [row] = await tx<{ hours: number; date: string }[]>`
    select hours::float, date::text from private.counted_shifts where registration_id = ${registrationId}`;
  return [row?.date, row?.hours];
};

describe("a shift past midnight", () => {
  test.for([
    ["2025-06-14", {}, 6],
    ["2025-06-14", { checked_in: "21:00" }, 5],
    ["2025-06-14", { checked_in: "00:30" }, 1.5],
    ["2025-06-14", { checked_out: "23:30" }, 3.5],
    ["2025-06-14", { checked_in: "19:40", checked_out: "01:00" }, 5],
    // Clocks spring forward at 2 AM on March 9 and fall back at 2 AM on November 2.
    ["2025-03-08", { checked_out: "03:30" }, 6.5],
    ["2025-11-01", { checked_out: "02:30" }, 7.5],
  ] as const)("on %s with %o has %d hours, on the day it begins", async ([date, times, hours]) => {
    await withRollback(async (tx) => {
      const { registrationId } = await addNight(
        tx,
        date,
        "20:00",
        date === "2025-03-08" ? "03:00" : "02:00",
      );
      if (Object.keys(times).length > 0) {
        await tx`
          update public.volunteer_event_registrations set ${tx(times)} where id = ${registrationId}`;
      }
      expect(await readHours(tx, registrationId)).toEqual([date, hours]);
    });
  });

  test.each([
    [1, -1, "20:00", "04:00", false],
    [1, -1, "20:00", "00:30", true],
    [1, -1, "20:00", "23:00", true],
    [1, 0, "20:00", "04:00", false],
    [5, -1, "20:00", "04:00", true],
    [5, -2, "20:00", "04:00", true],
    [23, 0, "20:00", "04:00", false],
    [23, 0, "20:00", "22:30", true],
  ])(
    "at %d o'clock, a shift %d days from today, from %s to %s in an email, is over: %j",
    async (hour, days, startTime, endTime, isOver) => {
      await withRollback(async (tx) => {
        await moveToHour(tx, hour);
        const [row] = await tx`
          select private.is_over(jsonb_build_object(
            'eventDate', private.today() + ${days}::integer, 'startTime', ${startTime}::text, 'endTime', ${endTime}::text
          )) as "isOver"`;
        expect(row).toEqual({ isOver });
      });
    },
  );

  test("can be checked out 18 hours after its start", async () => {
    await withRollback(async (tx) => {
      const { registrationId } = await addNight(tx, "2025-06-14", "08:00", "02:00");
      await tx`
        update public.volunteer_event_registrations set checked_out = '02:00' where id = ${registrationId}`;
      expect(await readHours(tx, registrationId)).toEqual(["2025-06-14", 18]);
    });
  });

  test("keeps its local times when the organization changes its time zone", async () => {
    await withRollback(async (tx) => {
      const { eventId } = await addNight(tx, "2025-06-14");
      await tx`update public.settings set time_zone = 'America/New_York'`;
      const [event] = await tx`
        select starts_at at time zone 'UTC' = '2025-06-15 00:00' as starts,
          ends_at at time zone 'UTC' = '2025-06-15 06:00' as ends
        from public.events where id = ${eventId}`;
      expect(event).toEqual({ starts: true, ends: true });
    });
  });
});
