import type { ShiftCalendar } from "../../_shared/calendars/shift-calendar.ts";
import type { Sql } from "../../_shared/clients/database.ts";

/** Returns when the caller created their calendar link, or null if they have none. */
export async function findCalendarFeedCreationTime(sql: Sql): Promise<string | null> {
  const [row] = await sql<[{ createdAt: string | null }]>`
    select private.own_calendar_feed_created_at() as created_at`;
  return row.createdAt;
}

/** Creates the caller's calendar link. An earlier link stops working. */
export const createCalendarFeed = (sql: Sql, tokenHash: string) =>
  sql`select private.create_calendar_feed(${tokenHash})`;

export const deleteCalendarFeed = (sql: Sql) => sql`select private.delete_calendar_feed()`;

export async function readCalendarFeed(
  sql: Sql,
  tokenHash: string,
): Promise<ShiftCalendar | undefined> {
  const [row] = await sql<[{ calendar: ShiftCalendar | null }]>`
    select private.read_calendar_feed(${tokenHash}) as calendar`;
  return row.calendar ?? undefined;
}

/** Returns a shift that the caller has joined, or undefined if they haven't joined it. */
export async function findOwnEventCalendar(
  sql: Sql,
  eventId: string,
): Promise<ShiftCalendar | undefined> {
  const [row] = await sql<[{ calendar: ShiftCalendar | null }]>`
    select private.own_event_calendar(${eventId}) as calendar`;
  return row.calendar ?? undefined;
}
