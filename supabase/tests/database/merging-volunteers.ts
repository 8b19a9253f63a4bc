import { uniqueWord } from "../unique-word.ts";
import { addVolunteer, type Person, type Transaction } from "./connection.ts";

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
  const id = await addVolunteerWithoutAccount(tx, email, { account_id: login.id, ...details });
  return { id, email, login };
}

/** Adds a volunteer without an account, as imports do. */
export async function addVolunteerWithoutAccount(
  tx: Transaction,
  email: string,
  details: object = {},
) {
  const [row] = await tx<[{ id: string }]>`
    insert into public.volunteers ${tx({ name: "Test Volunteer", email, ...details })} returning id`;
  await tx`select private.refresh_volunteer_totals(account_id) from public.volunteers where id = ${row.id}`;
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
  const [row] = await tx<[{ rows: string }]>`
    select jsonb_pretty(jsonb_agg(entry.row order by entry.kind, entry.row::text)) as rows
    from (
      select 'person' as kind, to_jsonb(person) - 'updated_at' as row
      from public.volunteers as person where id in ${tx(volunteerIds)}
      union all
      select 'account', to_jsonb(account) from public.volunteer_accounts as account where id in ${tx(accountIds)}
      union all
      select 'registration', to_jsonb(registration) from public.volunteer_event_registrations as registration
      where volunteer_id in ${tx(accountIds)}
      union all
      select 'waiting', to_jsonb(queue) from public.shift_waitlist as queue where volunteer_id in ${tx(accountIds)}
      union all
      select 'highlight', to_jsonb(highlight) - 'updated_at' from public.volunteer_highlights as highlight
      where volunteer_id in ${tx(accountIds)}
      union all
      select 'feed', to_jsonb(feed) from public.calendar_feeds as feed where volunteer_id in ${tx(accountIds)}
      union all
      select 'shift', to_jsonb(shift) from public.volunteer_shifts as shift
      where event_id in (
        select event_id from public.volunteer_event_registrations where volunteer_id in ${tx(accountIds)}
      ) or volunteer_id in ${tx(accountIds)}
      union all
      select 'event', to_jsonb(meeting) - 'updated_at' from public.events as meeting where id in (
        select event_id from public.volunteer_event_registrations where volunteer_id in ${tx(accountIds)}
      )
      union all
      select 'qualification', to_jsonb(qualification) - 'updated_at'
      from public.volunteer_qualifications as qualification where volunteer_id in ${tx(volunteerIds)}
    ) as entry`;
  return row.rows;
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
