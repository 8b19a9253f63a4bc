import type { Row, Sql } from "../../_shared/clients/database.ts";
import { toPage } from "../../_shared/queries/page.ts";

export interface EventFilter {
  readonly limit: number;
  readonly offset: number;
  readonly when?: "upcoming" | "past" | undefined;
}

type PublicEvent = Pick<
  Row<"events">,
  "id" | "eventType" | "date" | "startTime" | "endTime" | "address"
>;
type Counted = { total: string };

/** Upcoming is what has not started, soonest first (VDASH-39); past is what has ended, latest first. */
export async function listEvents(sql: Sql, { limit, offset, when }: EventFilter) {
  const rows = await sql<(PublicEvent & Counted)[]>`
    select id, event_type, date, start_time, end_time, address, count(*) over () as total
    from public.events
    where is_active
      ${when === "upcoming" ? sql`and starts_at >= now()` : sql``}
      ${when === "past" ? sql`and ends_at < now()` : sql``}
    order by ${when === "upcoming" ? sql`starts_at, id` : sql`starts_at desc, id desc`}
    limit ${limit} offset ${offset}`;
  return toPage(rows, offset);
}

/** For administrators upcoming is what has not ended (A§4), so that what is under way is still among it. */
export async function listEventsWithCounts(sql: Sql, { limit, offset, when }: EventFilter) {
  const rows = await sql<
    (PublicEvent &
      Pick<Row<"events">, "isActive" | "createdAt" | "registeredVolunteers"> &
      Counted)[]
  >`
    select
      id, event_type, date, start_time, end_time, address, is_active, created_at,
      registered_volunteers, count(*) over () as total
    from public.events
    where true
      ${when === "upcoming" ? sql`and ends_at >= now()` : sql``}
      ${when === "past" ? sql`and ends_at < now()` : sql``}
    order by ${when === "upcoming" ? sql`starts_at, id` : sql`starts_at desc, id desc`}
    limit ${limit} offset ${offset}`;
  return toPage(rows, offset);
}
