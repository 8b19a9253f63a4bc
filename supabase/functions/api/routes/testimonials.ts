import { testimonialEndpoints } from "../../_shared/contracts/testimonials.ts";
import { service } from "../../_shared/caller.ts";
import { requireFound, implement } from "../../_shared/http/handlers.ts";
import {
  hidePictureInBackground,
  requireWaitingPicture,
  reviewWithPicture,
} from "../../_shared/http/reviewed-pictures.ts";
import {
  findTestimonial,
  listAllTestimonials,
  listTestimonials,
  sendTestimonial,
  testimonialWrites,
} from "../queries/testimonials.ts";

const thanks = {
  message: "Thank you for sharing your story. It will appear here once our team has reviewed it.",
};

export const testimonialHandlers = implement(testimonialEndpoints, {
  listLatestTestimonials: async ({ services, caller, query: { limit } }) => {
    const newest = { limit, offset: 0, sort: "-createdAt" } as const;
    return (await services.database.as(caller, (sql) => listTestimonials(sql, newest))).items;
  },
  listTestimonials: ({ services, caller, query }) =>
    services.database.as(caller, (sql) => listTestimonials(sql, query)),
  createTestimonial: async ({ services, body, address, once }) => {
    const { name, title, content, imageUrl, imageAlt, rating, website = "" } = body;
    if (website !== "") return thanks;
    await services.checkCaptcha(body.captchaToken, address);
    if (imageUrl !== null) await requireWaitingPicture(services, imageUrl, "stories");
    const story = { name, title, content, imageUrl, imageAlt, rating };
    // Only this function may insert, so rate limits and checks can't be bypassed (threat 3).
    return services.database.as(service, (sql) =>
      once(sql, async () => {
        await sendTestimonial(sql, story);
        return thanks;
      }),
    );
  },
  listAllTestimonials: ({ services, caller, query }) =>
    services.database.asAdminReader(caller, (sql) => listAllTestimonials(sql, query)),
  setTestimonialStatus: async ({ services, caller, params: { id }, body }) => {
    const { database } = services;
    const { isActive, updatedAt } = body;
    const { imageUrl } = requireFound(
      await database.as(caller, (sql) => findTestimonial(sql, id, updatedAt)),
      "story",
    );
    const changed = await reviewWithPicture(services, { imageUrl, isShown: isActive }, () =>
      database.as(caller, (sql) => testimonialWrites.update(sql, id, { isActive })),
    );
    requireFound(changed, "story");
    return { message: isActive ? "Testimonial published" : "Testimonial unpublished" };
  },
  deleteTestimonial: async ({ services, caller, params: { id } }) => {
    const { imageUrl } = requireFound(
      await services.database.as(caller, (sql) => testimonialWrites.remove(sql, id)),
      "story",
    );
    hidePictureInBackground(services, imageUrl);
    return { message: "Testimonial deleted" };
  },
});
