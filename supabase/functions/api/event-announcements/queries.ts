import type { Sql } from "../../_shared/clients/database.ts";
import type { Output } from "../../_shared/contracts/endpoint.ts";
import type { eventAnnouncementEndpoints } from "../../_shared/contracts/event-announcements.ts";

type Announcement = Output<typeof eventAnnouncementEndpoints.readEventAnnouncement>;

/** Returns null if there is no such event. */
export async function readEventAnnouncement(sql: Sql, id: string): Promise<Announcement | null> {
  const [row] = await sql<[{ announcement: Announcement | null }]>`
    select private.event_announcement(${id}) as announcement`;
  return row.announcement;
}

/**
 * Queues the emails and returns how many. Throws CP048 if the emails were queued before, and CP049 if nobody can sign
 * up.
 */
export async function announceEvent(sql: Sql, id: string): Promise<number> {
  const [row] = await sql<[{ recipients: number }]>`
    select private.announce_event(${id}) as recipients`;
  return row.recipients;
}

/** Turns off a volunteer's emails about new events. Returns false if there is no such volunteer. */
export async function optOutOfNews(sql: Sql, volunteerId: string): Promise<boolean> {
  const [row] = await sql<[{ isKnown: boolean }]>`
    select private.opt_out_of_news(${volunteerId}) as is_known`;
  return row.isKnown;
}
