import type { Row, Sql } from "../../../_shared/clients/database.ts";
import type { Output } from "../../../_shared/contracts/endpoint.ts";
import type { eventEndpoints } from "../../../_shared/contracts/events.ts";
import { COUNT_MAX } from "../../../_shared/contracts/limits.ts";
import type { ListQueryOf, WholeListQueryOf } from "../../../_shared/contracts/list.ts";
import { Page, readPage } from "../../../_shared/queries/page.ts";
import { selectPersonContact } from "../../../_shared/queries/person-contact.ts";
import { openWholeList } from "../../../_shared/queries/whole-list.ts";
import { getEventStatus } from "../../../_shared/rules/get-event-status.ts";

type PublicEvent = Pick<
  Row<"events">,
  | "id"
  | "eventType"
  | "date"
  | "startTime"
  | "endTime"
  | "endsNextDay"
  | "address"
  | "startsAt"
  | "endsAt"
>;
export type EventWithCountsRow = PublicEvent &
  Pick<
    Row<"events">,
    | "note"
    | "isActive"
    | "cancellationReason"
    | "packagesPacked"
    | "registeredVolunteers"
    | "createdAt"
    | "updatedAt"
  > & {
    /** Null if the event has no limit. */
    readonly places: { readonly limit: number; readonly waiting: number } | null;
  };

const toEventWithCounts = ({ places, ...row }: EventWithCountsRow) => ({
  ...row,
  status: getEventStatus(row),
  maxVolunteers: places?.limit ?? null,
  waitingVolunteers: places?.waiting ?? 0,
});
export type EventWithCounts = ReturnType<typeof toEventWithCounts>;

type PublicEventQuery = ListQueryOf<typeof eventEndpoints.listEvents>;

/**
 * Lists the events that visitors see. Row-level security returns only active events. Upcoming events haven't started;
 * past ones have ended.
 */
export const listEvents = (sql: Sql, query: PublicEventQuery): Promise<Page<PublicEvent>> => {
  const { when, sort, search = "", cursor } = query;
  const isCalendar =
    when === "upcoming" && sort === "date" && search === "" && cursor === undefined;
  return isCalendar ? readUpcomingEvents(sql, query) : readEvents(sql, query);
};

/** Reads what every visitor asks for by a function, which keeps its plan. */
async function readUpcomingEvents(
  sql: Sql,
  { limit, offset }: PublicEventQuery,
): Promise<Page<PublicEvent>> {
  const [{ page }] = await sql<[{ page: { items: PublicEvent[]; count: number } }]>`
    select private.upcoming_events(${limit + 1}, ${offset}, ${COUNT_MAX + 1}) as page`;
  return new Page(page.items.slice(0, limit), {
    hasMore: page.items.length > limit,
    total: page.items.length > 0 || offset === 0 ? page.count : undefined,
  });
}

const readEvents = (sql: Sql, query: PublicEventQuery) =>
  readPage<PublicEvent>(sql, query, {
    columns: sql`id, event_type, date, start_time, end_time, ends_next_day, address, starts_at, ends_at`,
    from: sql`public.events`,
    where: [
      ...(query.when === "upcoming" ? [sql`starts_at >= now()`] : []),
      ...(query.when === "past" ? [sql`ends_at < now()`] : []),
    ],
    searchedText: sql`search_text`,
    orders: { date: [sql`starts_at`] },
  });

const selectColumnsWithCounts = (sql: Sql) => sql`
  id, event_type, date, start_time, end_time, ends_next_day, address, note, starts_at, ends_at, is_active,
  cancellation_reason, packages_packed, registered_volunteers, created_at, updated_at,
  (
    select jsonb_build_object(
      'limit', slot.max_volunteers,
      'waiting', (select count(*) from public.shift_waitlist as queue where queue.shift_id = slot.id)
    )
    from public.volunteer_shifts as slot
    where slot.event_id = events.id
  ) as places`;

/** For administrators, upcoming events are those that haven't ended, so ongoing ones are included (AEVT-07). */
const createEventWithCountsSource = (
  sql: Sql,
  {
    when,
    eventType,
    isActive,
    withoutVolunteerId,
  }: WholeListQueryOf<typeof eventEndpoints.listEventsWithCounts>,
) => ({
  columns: selectColumnsWithCounts(sql),
  from: "events" as const,
  where: [
    ...(when === "upcoming" ? [sql`ends_at >= now()`] : []),
    // No event lasts longer than 26 hours, even on the 25-hour day of the autumn clock change.
    ...(when === "ongoing"
      ? [sql`starts_at between now() - interval '26 hours' and now() and ends_at >= now()`]
      : []),
    ...(when === "past" ? [sql`ends_at < now()`] : []),
    ...(eventType === undefined ? [] : [sql`event_type = ${eventType}`]),
    ...(isActive === undefined ? [] : [sql`is_active = ${isActive}`]),
    ...(withoutVolunteerId === undefined
      ? []
      : [
          sql`not exists (
            select from public.volunteer_event_registrations as registration
            where registration.event_id = events.id and registration.person_id = ${withoutVolunteerId}
          )`,
        ]),
  ],
  searchedText: sql`search_text`,
  orders: { date: [sql`starts_at`], eventType: [sql`event_type`, sql`starts_at`] },
});

export async function listEventsWithCounts(
  sql: Sql,
  query: ListQueryOf<typeof eventEndpoints.listEventsWithCounts>,
): Promise<Page<EventWithCounts>> {
  const page = await readPage<EventWithCountsRow>(
    sql,
    query,
    createEventWithCountsSource(sql, query),
  );
  return new Page(page.items.map(toEventWithCounts), page);
}

export const openEventList = (
  sql: Sql,
  query: WholeListQueryOf<typeof eventEndpoints.listEventsWithCounts>,
) => openWholeList<EventWithCountsRow>(sql, query, createEventWithCountsSource(sql, query));

export async function findEvent(sql: Sql, id: string): Promise<EventWithCounts | undefined> {
  const [row] = await sql<EventWithCountsRow[]>`
    select ${selectColumnsWithCounts(sql)} from public.events where id = ${id}`;
  return row && toEventWithCounts(row);
}

type Stats = Output<typeof eventEndpoints.getEventStats>;

export async function readEventStats(sql: Sql): Promise<Stats> {
  const [row] = await sql<[Stats]>`
    select
      count(*) filter (where starts_at > now()) as upcoming,
      count(*) filter (where starts_at <= now() and ends_at >= now()) as ongoing,
      coalesce(
        sum(registered_volunteers - absent_volunteers) filter (where ends_at >= now()), 0
      ) as volunteers_expected,
      private.today() as today
    from public.events
    where is_active and starts_at > now() - interval '26 hours'`;
  return row;
}

type WaitingVolunteer = Output<typeof eventEndpoints.readRoster>["waiting"][number];

export const listWaitingVolunteers = (sql: Sql, eventId: string) =>
  sql<WaitingVolunteer[]>`
    select queue.id, queue.person_id, queue.volunteer_id, ${selectPersonContact(sql)},
      queue.created_at as waiting_since
    from public.volunteer_shifts as slot
    join public.shift_waitlist as queue on queue.shift_id = slot.id
    join public.volunteers as person on person.id = queue.person_id
    left join public.volunteer_accounts as account on account.id = person.account_id
    where slot.event_id = ${eventId}
    order by queue.place
    limit 200`;

type OwnEvents = Output<typeof eventEndpoints.listOwnEvents>;

/** Lists the caller's own shifts. The database identifies the caller by the token. */
export async function listOwnEvents(sql: Sql): Promise<OwnEvents> {
  const [row] = await sql<[{ events: OwnEvents }]>`select private.own_events() as events`;
  return row.events;
}
