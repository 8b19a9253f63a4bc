import { expect, test } from "vitest";
import {
  addAdmin,
  addVolunteer,
  catchSqlState,
  runAs,
  withRollback,
  type Person,
  type Transaction,
} from "./connection.ts";

/** Adds an event in five days with one spot, which the first person takes. The second one waits. */
async function addFullShift(tx: Transaction) {
  const admin = await addAdmin(tx);
  const [first, second] = [await addVolunteer(tx), await addVolunteer(tx)];
  const [event] = await tx<[{ id: string }]>`
    insert into public.events (event_type, date, start_time, end_time, address)
    values ('Food Drive', private.today() + 5, '10:00', '12:30', 'Test hall') returning id`;
  await tx`
    insert into public.volunteer_shifts (event_id, title, max_volunteers) values (${event.id}, 'Packing', 1)`;
  for (const person of [first, second]) {
    await runAs(tx, person, (asPerson) => asPerson`select private.join_event(${event.id})`);
  }
  const mark = (person: Person, attendance: string) =>
    tx.savepoint(() =>
      runAs(
        tx,
        admin,
        (asAdmin) => asAdmin`
          update public.volunteer_event_registrations set attendance = ${attendance}
          where event_id = ${event.id} and volunteer_id = ${person.id}`,
      ),
    );
  const read = async () => {
    const rows = await tx<{ id: string; attendance: string }[]>`
      select volunteer_id as id, attendance from public.volunteer_event_registrations where event_id = ${event.id}`;
    const [counts] = await tx<[{ taken: number; registered: number }]>`
      select shift.signed_up_volunteers as taken, meeting.registered_volunteers as registered
      from public.volunteer_shifts as shift join public.events as meeting on meeting.id = shift.event_id
      where shift.event_id = ${event.id}`;
    const attendanceOf = ({ id }: Person) => rows.find((row) => row.id === id)?.attendance;
    return { ...counts, first: attendanceOf(first), second: attendanceOf(second) };
  };
  const begin = () => tx`
    update public.events set date = private.today() - 1 where id = ${event.id}`;
  return { first, second, eventId: event.id, mark, read, begin };
}

test("someone marked absent before the start gives the spot to the next in line, and can't get it back", async () => {
  await withRollback(async (tx) => {
    const { first, mark, read } = await addFullShift(tx);
    expect(await read()).toEqual({ taken: 1, registered: 1, first: "expected", second: undefined });
    await mark(first, "absent");
    expect(await read()).toEqual({ taken: 1, registered: 1, first: "absent", second: "expected" });
    expect(await catchSqlState(mark(first, "expected"))).toBe("CP006");
    expect(await read()).toMatchObject({ taken: 1, first: "absent" });
  });
});

test("on their own dashboard they aren't signed up anymore, and can sign up again", async () => {
  await withRollback(async (tx) => {
    const { first, second, eventId, mark, read } = await addFullShift(tx);
    await mark(first, "absent");
    await mark(second, "absent");
    const isJoined = async () => {
      const [row] = await runAs(
        tx,
        first,
        (asFirst) => asFirst<[{ events: { id: string; isJoined: boolean }[] }]>`
          select private.own_events() as events`,
      );
      return row.events.find(({ id }) => id === eventId)?.isJoined;
    };
    expect(await isJoined()).toBe(false);
    await runAs(tx, first, (asFirst) => asFirst`select private.join_event(${eventId})`);
    expect(await isJoined()).toBe(true);
    expect(await read()).toMatchObject({ taken: 1, first: "expected", second: "absent" });
  });
});

test("they can come after all, without taking a spot, and get the spot back while there is one", async () => {
  await withRollback(async (tx) => {
    const { first, second, mark, read, begin } = await addFullShift(tx);
    await mark(first, "absent");
    await mark(second, "absent");
    expect(await read()).toMatchObject({ taken: 0 });
    await mark(first, "expected");
    expect(await read()).toMatchObject({ taken: 1, first: "expected", second: "absent" });
    await begin();
    await mark(second, "confirmed");
    expect(await read()).toMatchObject({ taken: 1, registered: 2, second: "confirmed" });
  });
});

test("someone marked absent after the start keeps the spot, so that the count stays as it was", async () => {
  await withRollback(async (tx) => {
    const { first, mark, read, begin } = await addFullShift(tx);
    await begin();
    await mark(first, "absent");
    expect(await read()).toMatchObject({ taken: 1, registered: 1, first: "absent" });
  });
});
