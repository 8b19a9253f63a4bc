import type { Sql } from "../../_shared/clients/database.ts";
import type { Output } from "../../_shared/contracts/endpoint.ts";
import type { ListQueryOf } from "../../_shared/contracts/list.ts";
import type { volunteerEventRegistrationEndpoints } from "../../_shared/contracts/volunteer-event-registrations.ts";
import { readPage } from "../../_shared/queries/page.ts";
import { writesOf } from "../../_shared/queries/write.ts";

type Endpoints = typeof volunteerEventRegistrationEndpoints;

interface RegistrationTotals {
  readonly totalRegistrations: number;
  readonly totalHours: number;
}

/** Of the whole organisation; no person is in it. */
export async function readRegistrationTotals(sql: Sql): Promise<RegistrationTotals> {
  const [row] = await sql<
    [{ totals: RegistrationTotals }]
  >`select private.registration_totals() as totals`;
  return row.totals;
}

interface OwnRegistrationTotals extends RegistrationTotals {
  readonly shiftsCompleted: number;
}

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

type Participant = Output<Endpoints["recordAttendance"]>;

const participants = (sql: Sql) => sql`
  select registration.id, registration.event_id, registration.volunteer_id, registration.attendance,
    registration.registered_at, registration.confirmed_at, meeting.event_type, meeting.date,
    meeting.start_time, meeting.end_time, account.first_name, account.last_name, account.email,
    account.search_text
  from public.volunteer_event_registrations as registration
  join public.events as meeting on meeting.id = registration.event_id
  join public.volunteer_accounts as account on account.id = registration.volunteer_id`;

/** Of one event, or of those whose attendance is to be looked after now: it stays a short list in any order. */
export const listAttendance = (sql: Sql, query: ListQueryOf<Endpoints["listAttendance"]>) => {
  const ofEvents =
    query.eventId === undefined
      ? sql`meeting.starts_at between now() - interval '8 days' and now()
          and meeting.ends_at > now() - interval '7 days'`
      : sql`meeting.id = ${query.eventId}`;
  return readPage<Participant>(sql, query, {
    columns: sql`id, event_id, volunteer_id, attendance, registered_at, confirmed_at, event_type,
      date, start_time, end_time, first_name, last_name, email`,
    from: sql`(${participants(sql)} where ${ofEvents}) as participant`,
    searched: sql`search_text`,
    orders: {
      lastName: [sql`lower(last_name)`, sql`lower(first_name)`],
      registeredAt: [sql`registered_at`],
    },
  });
};

const { update } = writesOf("volunteer_event_registrations");

export async function recordAttendance(
  sql: Sql,
  id: string,
  attendance: Participant["attendance"],
): Promise<Participant | undefined> {
  if ((await update(sql, id, { attendance })) === undefined) return undefined;
  const [row] = await sql<Participant[]>`${participants(sql)} where registration.id = ${id}`;
  return row;
}
