import { expect, test } from "vitest";
import { addVolunteer, runAs, withRollback, type Person, type Transaction } from "./connection.ts";

async function addEvent(tx: Transaction, date: string, limit?: number): Promise<string> {
  const [event] = await tx<[{ id: string }]>`
    insert into public.events (event_type, date, start_time, end_time, ends_next_day, address)
    values ('Food Drive', ${date}, '22:00', '02:00', true, '1 Cancellation Way') returning id`;
  if (limit) {
    await tx`insert into public.volunteer_shifts (event_id, max_volunteers) values (${event.id}, ${limit})`;
  }
  return event.id;
}

const joinEvent = (tx: Transaction, person: Person, eventId: string) =>
  runAs(tx, person, (asVolunteer) => asVolunteer`select private.join_event(${eventId})`);

const addPastShift = async (tx: Transaction, { id }: Person, date: string): Promise<string> => {
  const eventId = await addEvent(tx, date);
  await tx`
    insert into public.volunteer_event_registrations (volunteer_id, event_id) values (${id}, ${eventId})`;
  return eventId;
};

const markPresent = (tx: Transaction, eventId: string) => tx`
  update public.volunteer_event_registrations set attendance = 'confirmed' where event_id = ${eventId}`;

interface OwnShift {
  readonly id: string;
  readonly isCanceled: boolean;
  readonly isJoined: boolean;
}

const readOwnShifts = async (tx: Transaction, person: Person): Promise<OwnShift[]> => {
  const [row] = await runAs(
    tx,
    person,
    (asVolunteer) => asVolunteer<[{ shifts: OwnShift[] }]>`select private.own_events() as shifts`,
  );
  return row.shifts;
};

test("volunteers see canceled shifts that they joined or are waiting for, marked as canceled", async () => {
  await withRollback(async (tx) => {
    const [person, otherVolunteer] = [await addVolunteer(tx), await addVolunteer(tx)];
    const hiddenId = await addEvent(tx, "2039-06-01");
    const shiftId = await addEvent(tx, "2039-06-02", 1);
    const awaitedId = await addEvent(tx, "2039-06-03", 1);
    const otherId = await addEvent(tx, "2039-06-04");
    await joinEvent(tx, otherVolunteer, awaitedId);
    for (const id of [hiddenId, shiftId, awaitedId]) await joinEvent(tx, person, id);
    await tx`
      update public.events set is_active = false where id in ${tx([hiddenId, awaitedId, otherId])}`;
    await tx`update public.volunteer_shifts set status = 'canceled' where event_id = ${shiftId}`;

    const absentId = await addPastShift(tx, person, "2025-06-03");
    const presentBeforeId = await addPastShift(tx, person, "2025-06-02");
    const presentAfterId = await addPastShift(tx, person, "2025-06-01");
    await markPresent(tx, presentBeforeId);
    await tx`
      update public.events set is_active = false
      where id in ${tx([absentId, presentBeforeId, presentAfterId])}`;
    await markPresent(tx, presentAfterId);

    const shifts = await readOwnShifts(tx, person);
    const rows = shifts.flatMap(({ id, isCanceled, isJoined }) =>
      isJoined || isCanceled ? [[id, isCanceled, isJoined]] : [],
    );
    expect(rows).toEqual([
      [hiddenId, true, true],
      [shiftId, true, true],
      [awaitedId, true, false],
      [absentId, true, true],
      [presentBeforeId, true, true],
      // The volunteer was marked present after it was canceled, so these hours count.
      [presentAfterId, false, true],
    ]);
  });
});
