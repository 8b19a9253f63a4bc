import { z } from "zod";
import { adminEndpoints } from "./endpoint.ts";
import { count, idParams, message, timestamp } from "./fields.ts";
import { NEWS_TOKEN_PATTERN, OPT_OUT_TOKEN_START_PATTERN } from "./limits.ts";

/** Emails to volunteers about an event they can sign up for. */
export const eventAnnouncementEndpoints = adminEndpoints("volunteers", {
  readEventAnnouncement: {
    method: "GET",
    path: "/api/events/:id/announcement",
    summary: "When volunteers were emailed about an event, and how many would get the email now",
    params: idParams,
    output: z.object({
      /** Null if volunteers haven't been emailed about the event. */
      announcedAt: timestamp.nullable(),
      recipients: count,
    }),
  },
  announceEvent: {
    method: "POST",
    path: "/api/events/:id/announcement",
    summary:
      "Email volunteers about an upcoming event that has room, once; skips those who have signed up or turned off these emails",
    params: idParams,
    output: z.object({ recipients: count }),
  },
  optOutOfNews: {
    // The token is in the path and there is no JSON body, because email clients send this request themselves (RFC
    // 8058).
    method: "POST",
    path: "/api/news-opt-outs/:token",
    access: "public",
    summary:
      "Turn off emails about new events for the volunteer who got this link; repeating the call changes nothing",
    rateLimit: { max: 60, windowSeconds: 3600 },
    params: z.object({ token: z.string().regex(NEWS_TOKEN_PATTERN) }),
    output: message,
  },
  openNewsOptOut: {
    method: "GET",
    path: "/api/news-opt-outs/:token",
    access: "public",
    summary:
      "Lead whoever opens the link in a browser to the page that stops emails about new events; changes nothing",
    params: z.object({ token: z.string().regex(OPT_OUT_TOKEN_START_PATTERN) }),
    output: "redirect",
  },
});
