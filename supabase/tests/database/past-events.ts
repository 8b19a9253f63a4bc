import type { Person, Transaction } from "./connection.ts";

/** Adds an event from 10:00 to 14:00 that took place some days ago. */
export async function addPastEvent(tx: Transaction, days = 2): Promise<string> {
  const [event] = await tx<[{ id: string }]>`
    insert into public.events (event_type, date, start_time, end_time, address, packages_packed)
    values ('Food Drive', private.today() - ${days}::integer, '10:00', '14:00', '1 Counting Way', 20)
    returning id`;
  return event.id;
}

/** Returns the entry in the directory that belongs to a login. */
export const findPersonId = async (tx: Transaction, { id }: Person): Promise<string> => {
  const [person] = await tx<
    [{ id: string }]
  >`select id from public.volunteers where account_id = ${id}`;
  return person.id;
};
