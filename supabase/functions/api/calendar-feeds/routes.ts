import { writeCalendarText } from "../../_shared/http/write-calendar-text.ts";
import { calendarFeedEndpoints } from "../../_shared/contracts/calendar-feeds.ts";
import { requireFound, implement } from "../../_shared/http/handlers.ts";
import { createTextResponse } from "../../_shared/http/raw-responses.ts";
import { createToken, hashToken } from "../../_shared/http/secrets.ts";
import {
  deleteCalendarFeed,
  createCalendarFeed,
  findCalendarFeedCreationTime,
  readCalendarFeed,
} from "./queries.ts";

export default implement(calendarFeedEndpoints, {
  readOwnCalendarFeed: async ({ asCaller }) => ({
    createdAt: await asCaller(findCalendarFeedCreationTime),
  }),

  createCalendarFeed: async ({ asCaller, services: { environment } }) => {
    const token = createToken();
    const hash = await hashToken(token);
    await asCaller((sql) => createCalendarFeed(sql, hash));
    return { url: new URL(`/api/calendar-feeds/${token}`, environment.SITE_URL).toString() };
  },

  deleteCalendarFeed: async ({ asCaller }) => {
    await asCaller(deleteCalendarFeed);
    return { message: "Calendar link turned off" };
  },

  readCalendarFeed: async ({ asService, services, params: { token } }) => {
    const hash = await hashToken(token);
    const calendar = requireFound(await asService((sql) => readCalendarFeed(sql, hash)));
    return createTextResponse("text/calendar", await writeCalendarText(services, calendar));
  },
});
