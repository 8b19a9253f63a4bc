import type { ShiftCalendar } from "../../_shared/calendars/shift-calendar.ts";
import type { Sql } from "../../_shared/clients/database.ts";

/** Answers the id of the caller's new address; one that she had before has ended. */
export async function openCalendarFeed(sql: Sql): Promise<string> {
  const [row] = await sql<[{ feed: string }]>`select private.open_calendar_feed() as feed`;
  return row.feed;
}

export const closeCalendarFeed = (sql: Sql) => sql`select private.close_calendar_feed()`;

export async function readCalendarFeed(
  sql: Sql,
  feedId: string,
): Promise<ShiftCalendar | undefined> {
  const [row] = await sql<[{ calendar: ShiftCalendar | null }]>`
    select private.read_calendar_feed(${feedId}) as calendar`;
  return row.calendar ?? undefined;
}

/** One shift of the caller's; undefined where she has not joined it. */
export async function findOwnEventCalendar(
  sql: Sql,
  eventId: string,
): Promise<ShiftCalendar | undefined> {
  const [row] = await sql<[{ calendar: ShiftCalendar | null }]>`
    select private.own_event_calendar(${eventId}) as calendar`;
  return row.calendar ?? undefined;
}
