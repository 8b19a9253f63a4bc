import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { id, message } from "./fields.ts";
import { UUID } from "./limits.ts";

const params = z.object({ volunteerId: id });

/** An id and its signature. */
const token = z.string().regex(new RegExp(`^${UUID}\\.[\\da-f]{64}$`));

/** A volunteer's shifts in the calendar of her phone, which asks by itself and can send no login. */
export const calendarFeedEndpoints = {
  openCalendarFeed: endpoint({
    method: "POST",
    path: "/api/volunteer/:volunteerId/calendar-feed",
    access: "volunteer",
    summary: "A secret address that calendar apps can subscribe to; an earlier one ends",
    params,
    body: z.strictObject({}).optional(),
    output: z.object({ url: z.string() }),
  }),
  closeCalendarFeed: endpoint({
    method: "DELETE",
    path: "/api/volunteer/:volunteerId/calendar-feed",
    access: "volunteer",
    summary: "End the address",
    params,
    output: message,
  }),
  readCalendarFeed: endpoint({
    method: "GET",
    path: "/api/calendar-feeds/:token",
    access: "public",
    summary: "The shifts that a volunteer joined, as her calendar app reads them",
    rateLimit: { max: 300, windowSeconds: 3600 },
    params: z.object({ token }),
    output: "text/calendar",
  }),
};
