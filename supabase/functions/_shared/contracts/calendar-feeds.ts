import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { id, message, timestamp } from "./fields.ts";

const params = z.object({ volunteerId: id });

const token = z.string().regex(/^[\da-f]{64}$/);

/** A volunteer's shifts as a calendar feed. Calendar apps can't sign in, so the feed's URL contains a secret token. */
export const calendarFeedEndpoints = {
  readOwnCalendarFeed: endpoint({
    method: "GET",
    path: "/api/volunteer/:volunteerId/calendar-feed",
    access: "volunteer",
    summary: "When the volunteer created their calendar link, or null if there is none",
    params,
    output: z.object({ createdAt: timestamp.nullable() }),
  }),
  createCalendarFeed: endpoint({
    method: "POST",
    path: "/api/volunteer/:volunteerId/calendar-feed",
    access: "volunteer",
    summary: "Create a secret calendar link for calendar apps; it replaces any earlier one",
    params,
    body: z.strictObject({}).optional(),
    output: z.object({ url: z.string() }),
  }),
  deleteCalendarFeed: endpoint({
    method: "DELETE",
    path: "/api/volunteer/:volunteerId/calendar-feed",
    access: "volunteer",
    summary: "Turn off the calendar link",
    params,
    output: message,
  }),
  readCalendarFeed: endpoint({
    method: "GET",
    path: "/api/calendar-feeds/:token",
    access: "public",
    summary: "The shifts a volunteer signed up for, as a calendar feed",
    rateLimit: { max: 300, windowSeconds: 3600 },
    params: z.object({ token }),
    output: "text/calendar",
  }),
};
