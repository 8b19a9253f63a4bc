import { randomUUID } from "node:crypto";
import { uniqueWord } from "../unique-word.ts";
import { addAdmin, type Person, type Transaction } from "./connection.ts";
import { moveToHour } from "./organization-hour.ts";

interface Volunteer {
  readonly id: string;
  readonly login: Person | null;
}

/** The people and events of one history. Two of three people have a login. */
export interface Cell {
  readonly people: readonly Volunteer[];
  readonly events: readonly string[];
}

/** Several histories share one world, because a pass of a job, a check or a delivery for all of them takes as long as for one. */
export interface World {
  readonly admin: Person;
  readonly cells: readonly Cell[];
  readonly people: readonly string[];
  readonly events: readonly string[];
}

const addLogin = (): Person => ({
  role: "authenticated",
  id: randomUUID(),
  sessionId: randomUUID(),
});

const drawCell = (): Cell => ({
  people: [addLogin(), addLogin(), null].map((login) => ({ id: randomUUID(), login })),
  events: [randomUUID(), randomUUID(), randomUUID()],
});

async function addPeople(tx: Transaction, people: readonly Volunteer[]): Promise<void> {
  const ids = people.map(({ id }) => id);
  const logins = people.flatMap(({ login }) => login ?? []);
  const accountIds = logins.map(({ id }) => id);
  const sessionIds = logins.map(({ sessionId }) => sessionId);
  await tx`
    insert into auth.users (id, email)
    select id, id || '@example.org' from unnest(${accountIds}::uuid[]) as login (id)`;
  await tx`
    insert into auth.sessions (id, user_id, created_at)
    select id, user_id, now() from unnest(${sessionIds}::uuid[], ${accountIds}::uuid[]) as session (id, user_id)`;
  await tx`
    insert into auth.mfa_amr_claims (id, session_id, created_at, updated_at, authentication_method)
    select gen_random_uuid(), id, now(), now(), 'password' from unnest(${sessionIds}::uuid[]) as session (id)`;
  await tx`
    insert into public.volunteer_accounts (id, email, first_name, last_name, activated_at)
    select id, id || '@example.org', 'Test', 'Volunteer', now() from unnest(${accountIds}::uuid[]) as login (id)`;
  await tx`
    insert into public.volunteers (id, account_id, name, email, opening_hours)
    select id, account_id, 'Test Volunteer', coalesce(account_id::text, ${uniqueWord()} || number) || '@example.org',
      number % 3
    from unnest(${ids}::uuid[], ${people.map(({ login }) => login?.id ?? null)}::uuid[])
      with ordinality as person (id, account_id, number)`;
  await tx`select private.refresh_volunteer_totals(id) from unnest(${ids}::uuid[]) as person (id)`;
}

async function addEvents(tx: Transaction, events: readonly string[]): Promise<void> {
  await tx`
    insert into public.events (id, event_type, date, start_time, end_time, ends_next_day, address, packages_packed)
    select meeting.id, 'Food Drive', private.today() + plan.days, plan.start_time::time, plan.end_time::time,
      plan.end_time < plan.start_time, '1 Test Street', plan.packages
    from unnest(${[...events]}::uuid[]) with ordinality as meeting (id, number)
    join (
      values (1, 2, '10:00', '12:30', 20), (2, 1, '20:00', '01:00', 7), (0, -2, '11:00', '13:00', 5)
    ) as plan (place, days, start_time, end_time, packages) on plan.place = meeting.number % 3`;
  await tx`
    insert into public.volunteer_shifts (event_id, max_volunteers)
    select id, number % 3 from unnest(${[...events]}::uuid[]) with ordinality as meeting (id, number)
    where number % 3 > 0`;
}

interface Place {
  /** How many histories live in the world. */
  readonly cellCount: number;
  /** The organization's hour of the day, from 0 to 23. */
  readonly hour: number;
}

/** Adds the people and events of some histories, and tells the functions of `addHistoryFunctions` about them. */
export async function addWorld(tx: Transaction, { cellCount, hour }: Place): Promise<World> {
  await moveToHour(tx, hour);
  const cells = Array.from({ length: cellCount }, drawCell);
  const volunteers = cells.flatMap(({ people }) => people);
  const people = volunteers.map(({ id }) => id);
  const events = cells.flatMap((cell) => cell.events);
  await addPeople(tx, volunteers);
  await addEvents(tx, events);
  await tx`
    select set_config('history.people', ${`{${people.join(",")}}`}, true),
      set_config('history.events', ${`{${events.join(",")}}`}, true)`;
  return { admin: await addAdmin(tx), cells, people, events };
}
