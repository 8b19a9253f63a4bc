import { eventAnnouncementEndpoints } from "../../_shared/contracts/event-announcements.ts";
import { AppError } from "../../_shared/errors.ts";
import { implement, requireFound } from "../../_shared/http/handlers.ts";
import { redirectToOptOut } from "../../_shared/http/opt-out-redirect.ts";
import { verifySignedId } from "../../_shared/http/signed-id.ts";
import { SITE_PAGES } from "../../_shared/rules/site-pages.ts";
import { announceEvent, optOutOfNews, readEventAnnouncement } from "./queries.ts";

export default implement(eventAnnouncementEndpoints, {
  readEventAnnouncement: async ({ asCaller, params: { id } }) =>
    requireFound((await asCaller((sql) => readEventAnnouncement(sql, id))) ?? undefined, "event"),

  announceEvent: async ({ asCaller, params: { id } }) => ({
    recipients: await asCaller((sql) => announceEvent(sql, id)),
  }),

  optOutOfNews: async ({ asService, services, params: { token } }) => {
    const volunteerId = await verifySignedId(services.environment.HASH_SECRET, "news-link", token);
    const isKnown =
      volunteerId !== undefined && (await asService((sql) => optOutOfNews(sql, volunteerId)));
    if (!isKnown) throw new AppError("news_link_invalid");
    return { message: "We won't email you about new events anymore." };
  },

  openNewsOptOut: async ({ services, params: { token } }) =>
    redirectToOptOut(services.environment, SITE_PAGES.stopNews, token),
});
