import type { Row, Sql } from "../../_shared/clients/database.ts";
import type { Output } from "../../_shared/contracts/endpoint.ts";
import type { eventEndpoints } from "../../_shared/contracts/events.ts";
import type { ListQueryOf, WholeListQueryOf } from "../../_shared/contracts/list.ts";
import { readPage, readWholeList } from "../../_shared/queries/page.ts";

type PublicEvent = Pick<
  Row<"events">,
  "id" | "eventType" | "date" | "startTime" | "endTime" | "address"
>;
export type CountedEvent = PublicEvent &
  Pick<Row<"events">, "isActive" | "createdAt" | "registeredVolunteers">;

/** Upcoming is what has not started; past is what has ended. */
export const listEvents = (sql: Sql, query: ListQueryOf<typeof eventEndpoints.listEvents>) =>
  readPage<PublicEvent>(sql, query, {
    columns: sql`id, event_type, date, start_time, end_time, address`,
    from: "events",
    where: [
      sql`is_active`,
      ...(query.when === "upcoming" ? [sql`starts_at >= now()`] : []),
      ...(query.when === "past" ? [sql`ends_at < now()`] : []),
    ],
    searched: sql`search_text`,
    orders: { date: [sql`starts_at`] },
  });

/** For administrators upcoming is what has not ended (A§4), so that what is under way is still among it. */
const countedEventSource = (
  sql: Sql,
  query: WholeListQueryOf<typeof eventEndpoints.listEventsWithCounts>,
) => ({
  columns: sql`
      id, event_type, date, start_time, end_time, address, is_active, created_at,
      registered_volunteers`,
  from: "events" as const,
  where: [
    ...(query.when === "upcoming" ? [sql`ends_at >= now()`] : []),
    ...(query.when === "past" ? [sql`ends_at < now()`] : []),
    ...(query.eventType === undefined ? [] : [sql`event_type = ${query.eventType}`]),
  ],
  searched: sql`search_text`,
  orders: { date: [sql`starts_at`], eventType: [sql`event_type`, sql`starts_at`] },
});

export const listEventsWithCounts = (
  sql: Sql,
  query: ListQueryOf<typeof eventEndpoints.listEventsWithCounts>,
) => readPage<CountedEvent>(sql, query, countedEventSource(sql, query));

export const readAllEvents = (
  sql: Sql,
  query: WholeListQueryOf<typeof eventEndpoints.listEventsWithCounts>,
) => readWholeList<CountedEvent>(sql, query, countedEventSource(sql, query));

type OwnEvents = Output<typeof eventEndpoints.listOwnEvents>;

/** The caller's own: the database knows by her token who she is. */
export async function listOwnEvents(sql: Sql): Promise<OwnEvents> {
  const [row] = await sql<[{ events: OwnEvents }]>`select private.own_events() as events`;
  return row.events;
}

type Joined =
  | { readonly state: "joined"; readonly position: null }
  | { readonly state: "waitlisted"; readonly position: number };

export async function joinEvent(sql: Sql, eventId: string): Promise<Joined> {
  const [row] = await sql<[{ answer: Joined }]>`select private.join_event(${eventId}) as answer`;
  return row.answer;
}

export async function leaveEvent(sql: Sql, eventId: string): Promise<"left" | "left_waitlist"> {
  const [row] = await sql<[{ answer: { state: "left" | "left_waitlist" } }]>`
    select private.leave_event(${eventId}) as answer`;
  return row.answer.state;
}
