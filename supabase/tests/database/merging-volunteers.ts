import { uniqueWord } from "../unique-word.ts";
import { addVolunteer, type Person, type Transaction } from "./connection.ts";
import { computeRowsFingerprint } from "./merging.ts";

export interface VolunteerWithAccount {
  readonly id: string;
  readonly email: string;
  /** The account, which is also the person who is logged in. */
  readonly login: Person;
}

/** Adds a volunteer with an account. */
export async function addVolunteerWithAccount(
  tx: Transaction,
  email = `${uniqueWord()}@example.org`,
  details: object = {},
): Promise<VolunteerWithAccount> {
  const login = await addVolunteer(tx, { email });
  const [row] = await tx<[{ id: string }]>`
    update public.volunteers set ${tx({ name: "Test Volunteer", ...details })} where account_id = ${login.id} returning id`;
  await tx`select private.refresh_volunteer_totals(${row.id})`;
  return { id: row.id, email, login };
}

/** Adds a volunteer without an account, as imports do. */
export async function addVolunteerWithoutAccount(
  tx: Transaction,
  email: string,
  details: object = {},
) {
  const [row] = await tx<[{ id: string }]>`
    insert into public.volunteers ${tx({ name: "Test Volunteer", email, ...details })} returning id`;
  await tx`select private.refresh_volunteer_totals(${row.id})`;
  return row.id;
}

interface EventOptions {
  readonly days?: number;
  readonly places?: number;
  readonly hours?: number;
}

/** Adds an event where 20 boxes are packed. */
export async function addShift(
  tx: Transaction,
  { days = 5, places, hours = 2 }: EventOptions = {},
): Promise<string> {
  const [event] = await tx<[{ id: string }]>`
    insert into public.events (event_type, date, start_time, end_time, address, packages_packed)
    values (
      'Food Drive', private.today() + ${days}::integer, '10:00', time '10:00' + make_interval(hours => ${hours}),
      'Merge hall', 20
    )
    returning id`;
  if (places !== undefined) {
    await tx`
      insert into public.volunteer_shifts (event_id, title, max_volunteers) values (${event.id}, 'Packing', ${places})`;
  }
  return event.id;
}

export const signUp = (
  tx: Transaction,
  { login }: Pick<VolunteerWithAccount, "login">,
  eventId: string,
  attendance = "expected",
) => tx`
  insert into public.volunteer_event_registrations (volunteer_id, event_id, attendance, registered_at)
  values (${login.id}, ${eventId}, ${attendance}, clock_timestamp())`;

export const joinWaitingList = (
  tx: Transaction,
  { login }: Pick<VolunteerWithAccount, "login">,
  eventId: string,
) => tx`
  insert into public.shift_waitlist (shift_id, volunteer_id)
  select id, ${login.id} from public.volunteer_shifts where event_id = ${eventId}`;

/** Returns everything that belongs to these volunteers or refers to them, as one text. */
export async function computeVolunteersFingerprint(
  tx: Transaction,
  volunteerIds: readonly string[],
  accountIds: readonly string[],
): Promise<string> {
  const registrations = await tx<{ eventId: string }[]>`
    select distinct event_id as "eventId" from public.volunteer_event_registrations
    where volunteer_id = any (${accountIds}::uuid[])`;
  const eventIds = registrations.map(({ eventId }) => eventId);
  return computeRowsFingerprint(tx, [
    ["volunteers", "id", volunteerIds],
    ["volunteer_accounts", "id", accountIds],
    ["volunteer_event_registrations", "volunteer_id", accountIds],
    ["shift_waitlist", "volunteer_id", accountIds],
    ["volunteer_highlights", "volunteer_id", accountIds],
    ["calendar_feeds", "volunteer_id", accountIds],
    ["volunteer_shifts", "event_id", eventIds],
    ["volunteer_shifts", "volunteer_id", accountIds],
    ["events", "id", eventIds],
    ["volunteer_qualifications", "volunteer_id", volunteerIds],
  ]);
}

export interface VolunteerRow {
  readonly name: string;
  readonly email: string;
  readonly phone: string | null;
  readonly notes: string | null;
  readonly tags: readonly string[];
  readonly hours: number;
  readonly packages: number;
  readonly isActive: boolean;
  readonly accountId: string | null;
  readonly mergedIntoId: string | null;
}

export const readVolunteer = async (tx: Transaction, id: string) => {
  const [row] = await tx<[VolunteerRow]>`
    select name, email, phone, notes, tags, total_hours::float as hours, packages_helped as packages,
      is_active as "isActive", account_id as "accountId", merged_into_id as "mergedIntoId"
    from public.volunteers where id = ${id}`;
  return row;
};
