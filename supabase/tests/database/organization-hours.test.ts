import { describe, expect, test } from "vitest";
import { createRandomGenerator, firstSeed, getRoundCount } from "../random.ts";
import { addVolunteer, catchSqlState, type Transaction, withRollback } from "./connection.ts";
import { addPastEvent, findPersonId } from "./past-events.ts";

describe("the organization's hours", () => {
  /** Changes that anyone could make, each with a random registration, event and number. */
  const changes: ((tx: Transaction, registrationId: string, number: number) => Promise<unknown>)[] =
    [
      (tx, id, number) => tx`
      update public.volunteer_event_registrations
      set attendance = ${["confirmed", "absent", "expected", "confirmed"][number % 4]!} where id = ${id}`,
      (tx, id, number) => tx`
      update public.volunteer_event_registrations set hours = ${number % 7 || null} where id = ${id}`,
      (tx, id, number) => tx`
      update public.volunteer_event_registrations
      set checked_in = ${`10:${10 + (number % 50)}`}, checked_out = ${number % 2 === 0 ? "13:30" : null}
      where id = ${id}`,
      (tx, id, number) => tx`
      update public.events as meeting set end_time = ${`${14 + (number % 6)}:30`}
      from public.volunteer_event_registrations as registration
      where registration.id = ${id} and meeting.id = registration.event_id`,
      (tx, id, number) => tx`
      update public.events as meeting set date = private.today() + ${[-3, -2, 5, -9][number % 4]!}::integer
      from public.volunteer_event_registrations as registration
      where registration.id = ${id} and meeting.id = registration.event_id`,
      (tx, id, number) => tx`
      update public.events as meeting set is_active = ${number % 3 > 0}
      from public.volunteer_event_registrations as registration
      where registration.id = ${id} and meeting.id = registration.event_id`,
      (tx, id, number) => tx`
      update public.volunteer_shifts as shift set status = ${number % 2 === 0 ? "canceled" : "active"}
      from public.volunteer_event_registrations as registration
      where registration.id = ${id} and shift.event_id = registration.event_id`,
      (tx, id) => tx`delete from public.volunteer_event_registrations where id = ${id}`,
    ];

  test("are the sum of the shifts that count, after any change", async () => {
    await withRollback(async (tx) => {
      const random = createRandomGenerator(firstSeed);
      const people = [await addVolunteer(tx), await addVolunteer(tx), await addVolunteer(tx)];
      const personIds = await Promise.all(people.map((person) => findPersonId(tx, person)));
      const eventIds = [await addPastEvent(tx, 2), await addPastEvent(tx, 4)];
      await tx`
        insert into public.volunteer_shifts (event_id, title, max_volunteers) values (${eventIds[1]!}, 'Line', 50)`;
      await tx`update public.events set erased_hours = 1.25 where id = ${eventIds[0]!}`;
      for (let round = 0; round < getRoundCount(120); round += 1) {
        const number = Math.floor(random() * 1000);
        // oxlint-disable-next-line no-await-in-loop
        await tx`
          insert into public.volunteer_event_registrations (person_id, event_id, attendance, confirmed_at)
          select person.id, event.id, 'confirmed', clock_timestamp()
          from unnest(${personIds}::uuid[]) as person (id), unnest(${eventIds}::uuid[]) as event (id)
          join public.events as meeting on meeting.id = event.id and meeting.ends_at < now()
          left join public.volunteer_shifts as shift on shift.event_id = event.id
          where ${number % 5 === 0} and shift.status is distinct from 'canceled'
          on conflict do nothing`;
        const [registration] = await tx<{ id: string }[]>`
          select id from public.volunteer_event_registrations where event_id in ${tx(eventIds)}
          order by id offset ${number % 5} limit 1`;
        const change = changes[Math.floor(random() * changes.length)]!;
        if (registration) {
          // Changes that are refused, such as marks before the start, change nothing.
          await catchSqlState(
            tx.savepoint((savepoint) => change(savepoint, registration.id, number)),
          );
        }
        const [sums] = await tx`
          select (private.registration_totals() ->> 'totalHours')::float as shown,
            (select sum(hours)::float from private.counted_shifts) as counted`;
        expect(sums!["shown"], `round ${round}, change ${changes.indexOf(change)}`).toBe(
          sums!["counted"],
        );
      }
    });
  });
});
