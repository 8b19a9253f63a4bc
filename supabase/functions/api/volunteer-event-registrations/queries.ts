import type { z } from "zod";
import type { Fragment, Sql } from "../../_shared/clients/database.ts";
import type { Output } from "../../_shared/contracts/endpoint.ts";
import type { ListQueryOf } from "../../_shared/contracts/list.ts";
import type { volunteerEventRegistrationEndpoints } from "../../_shared/contracts/volunteer-event-registrations.ts";
import { AppError } from "../../_shared/errors.ts";
import { createWhereClause } from "../../_shared/queries/list-source.ts";
import { selectPersonContact } from "../../_shared/queries/person-contact.ts";
import { readPage } from "../../_shared/queries/page.ts";
import { openWholeList } from "../../_shared/queries/whole-list.ts";
import { createWrites } from "../../_shared/queries/write.ts";
import { sortName } from "../../_shared/queries/sort-name.ts";

type Endpoints = typeof volunteerEventRegistrationEndpoints;

type RegistrationTotals = Output<Endpoints["getRegistrationTotals"]>;

/** Returns the organization's totals, without personal data. */
export async function readRegistrationTotals(sql: Sql): Promise<RegistrationTotals> {
  const [row] = await sql<
    [{ totals: RegistrationTotals }]
  >`select private.registration_totals() as totals`;
  return row.totals;
}

type OwnRegistrationTotals = Output<Endpoints["getRegistrationTotals"], "volunteer">;

export async function readOwnRegistrationTotals(sql: Sql): Promise<OwnRegistrationTotals> {
  const [row] = await sql<
    [{ totals: OwnRegistrationTotals }]
  >`select private.own_registration_totals() as totals`;
  return row.totals;
}

type Certificate = Output<Endpoints["readHoursCertificate"]>;

export async function readHoursCertificate(sql: Sql, year: number | null): Promise<Certificate> {
  const [row] = await sql<[{ certificate: Certificate }]>`
    select private.own_hours_certificate(${year}) as certificate`;
  return row.certificate;
}

export type ParticipantRow = Output<Endpoints["recordAttendance"]>;

const selectParticipants = (sql: Sql) => sql`
  select registration.id, registration.event_id, registration.person_id, registration.volunteer_id,
    registration.attendance, registration.checked_in, registration.checked_out,
    registration.hours as entered_hours,
    case
      when num_nonnulls(registration.hours, registration.checked_in, registration.checked_out) = 0
      then meeting.hours
      else private.worked_hours(registration.hours, registration.checked_in, registration.checked_out, meeting)
    end as hours,
    registration.registered_at, registration.confirmed_at, meeting.event_type, meeting.date,
    meeting.start_time, meeting.end_time, meeting.ends_next_day,
    meeting.canceled_at is not null
      and (registration.attendance <> 'confirmed' or registration.confirmed_at <= meeting.canceled_at) as is_canceled,
    ${selectPersonContact(sql)},
    case
      when meeting.date <= (select private.today()) + 1
        and num_nonnulls(person.emergency_contact_name, person.emergency_contact_phone) > 0
      then jsonb_build_object(
        'contactName', person.emergency_contact_name, 'phone', person.emergency_contact_phone
      )
    end as emergency_contact, registration.is_late_promotion,
    person.is_active and coalesce(account.is_active, true) as is_active, meeting.starts_at, meeting.ends_at, person.search_text
  from public.volunteer_event_registrations as registration
  join public.events as meeting on meeting.id = registration.event_id
  join public.volunteers as person on person.id = registration.person_id
  left join public.volunteer_accounts as account on account.id = person.account_id`;

/** Returns the ID of a person in the directory who has this ID or this login. */
const selectPersonId = (sql: Sql, id: string) => sql`
  (select person.id from public.volunteers as person where person.id = ${id} or person.account_id = ${id})`;

/** Only the export has a period. */
type AttendanceQuery = Omit<
  z.output<Endpoints["exportAttendance"]["query"]>,
  "limit" | "cursor" | "totals"
>;

/** Returns the conditions for an event, a volunteer and a period or, without any, for events that need attendance now. */
function createRosterConditions(
  sql: Sql,
  { eventId, volunteerId, from, to }: AttendanceQuery,
): readonly Fragment[] {
  const conditions = [
    ...(eventId === undefined ? [] : [sql`meeting.id = ${eventId}`]),
    ...(volunteerId === undefined
      ? []
      : [sql`registration.person_id = ${selectPersonId(sql, volunteerId)}`]),
    ...(from === undefined ? [] : [sql`meeting.date >= ${from}::date`]),
    ...(to === undefined ? [] : [sql`meeting.date <= ${to}::date`]),
  ];
  if (conditions.length > 0) return conditions;
  return [
    sql`meeting.starts_at between now() - interval '8 days' and now()
    and meeting.ends_at > now() - interval '7 days'`,
  ];
}

/** The list is short, or is exported in an order of its own, so sorting doesn't need an index. */
const createAttendanceSource = (sql: Sql, query: AttendanceQuery) => {
  const { attendance, isUpcoming, isCanceled } = query;
  const where = createWhereClause(sql, createRosterConditions(sql, query));
  return {
    columns: sql`id, event_id, person_id, volunteer_id, attendance, checked_in, checked_out,
      entered_hours, hours, registered_at, confirmed_at, event_type, date, start_time, end_time, ends_next_day,
      is_canceled, first_name, last_name, email, phone, emergency_contact, is_active, is_late_promotion`,
    from: sql`(${selectParticipants(sql)} ${where}) as participant`,
    where: [
      ...(attendance === undefined ? [] : [sql`attendance = ${attendance}`]),
      ...(isUpcoming === undefined ? [] : [sql`(ends_at > now()) = ${isUpcoming}`]),
      ...(isCanceled === undefined ? [] : [sql`is_canceled = ${isCanceled}`]),
    ],
    searchedText: sql`search_text`,
    orders: {
      lastName: [sortName(sql, sql`last_name`), sortName(sql, sql`first_name`)],
      registeredAt: [sql`registered_at`],
      date: [sql`starts_at`],
    },
  };
};

export const listAttendance = (sql: Sql, query: ListQueryOf<Endpoints["listAttendance"]>) =>
  readPage<ParticipantRow>(sql, query, createAttendanceSource(sql, query));

export interface ExportedParticipantRow extends ParticipantRow {
  /** 0 unless the shift counts, so that the column's sum is the one on every page and certificate. */
  readonly countedHours: number;
}

export const openAttendanceList = (sql: Sql, query: AttendanceQuery) => {
  const source = createAttendanceSource(sql, query);
  return openWholeList<ExportedParticipantRow>(sql, query, {
    ...source,
    columns: sql`${source.columns}, coalesce((
      select counted.hours from private.counted_shifts as counted where counted.registration_id = participant.id
    ), 0.00) as counted_hours`,
  });
};

const { update, remove } = createWrites("volunteer_event_registrations");

async function findParticipant(sql: Sql, id: string): Promise<ParticipantRow | undefined> {
  const [row] = await sql<
    ParticipantRow[]
  >`${selectParticipants(sql)} where registration.id = ${id}`;
  return row;
}

export async function recordAttendance(
  sql: Sql,
  id: string,
  details: z.output<Endpoints["recordAttendance"]["body"]>,
): Promise<ParticipantRow | undefined> {
  if ((await update(sql, id, details)) === undefined) return undefined;
  return findParticipant(sql, id);
}

/**
 * Records the attendance of either all of the volunteers or none: if one of them has left the event, nothing is
 * recorded.
 */
export async function recordAttendances(
  sql: Sql,
  ids: readonly string[],
  attendance: ParticipantRow["attendance"],
): Promise<void> {
  const requestedIds = new Set(ids);
  const rows = await sql`
    update public.volunteer_event_registrations set attendance = ${attendance}
    where id in (select jsonb_array_elements_text(${sql.json([...requestedIds])})::uuid)
    returning id`;
  if (rows.length < requestedIds.size) throw new AppError("conflict");
}

/**
 * Signs a volunteer up for an event and removes them from its waiting list. Throws CP071 if they have another shift at
 * the same time, unless the administrator adds them anyway.
 */
export async function addParticipant(
  sql: Sql,
  { eventId, volunteerId, sendsEmail, anyway }: z.output<Endpoints["addParticipant"]["body"]>,
): Promise<ParticipantRow | undefined> {
  await chooseShiftEmails(sql, sendsEmail);
  const existingRows = await sql`
    select from public.volunteer_event_registrations
    where event_id = ${eventId} and person_id = ${selectPersonId(sql, volunteerId)}`;
  if (existingRows.length > 0) {
    throw new AppError("already_joined", { message: "This volunteer is already signed up." });
  }
  if (!anyway) {
    await sql`select private.require_no_overlap(${selectPersonId(sql, volunteerId)}, ${eventId})`;
  }
  await sql`
    delete from public.shift_waitlist
    where person_id = ${selectPersonId(sql, volunteerId)}
      and shift_id = (select id from public.volunteer_shifts where event_id = ${eventId})`;
  const [addedRow] = await sql<[{ id: string }]>`
    insert into public.volunteer_event_registrations (person_id, event_id)
    values (${selectPersonId(sql, volunteerId)}, ${eventId})
    returning id`;
  return findParticipant(sql, addedRow.id);
}

/**
 * Decides whether the changes to shifts in this transaction email the people on them. If it's undefined, they do, except
 * for a new note or type.
 */
export async function chooseShiftEmails(sql: Sql, sendsEmail: boolean | undefined): Promise<void> {
  if (sendsEmail === undefined) return;
  await sql`select private.choose_shift_emails(${sendsEmail})`;
}

export async function removeParticipant(sql: Sql, id: string, sendsEmail: boolean | undefined) {
  await chooseShiftEmails(sql, sendsEmail);
  return remove(sql, id);
}
