import { testimonialEndpoints } from "../../_shared/contracts/testimonials.ts";
import { service } from "../../_shared/caller.ts";
import { implement } from "../../_shared/http/handlers.ts";
import { requireWaitingPicture } from "../../_shared/http/reviewed-pictures.ts";
import { listTestimonials, sendTestimonial } from "../queries/testimonials.ts";

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
  createTestimonial: async ({ services, body, address }) => {
    const { name, title, content, imageUrl, imageAlt, rating, website = "" } = body;
    if (website !== "") return thanks;
    await services.checkCaptcha(body.captchaToken, address);
    if (imageUrl !== null) await requireWaitingPicture(services, imageUrl, "stories");
    const story = { name, title, content, imageUrl, imageAlt, rating };
    // Nobody but this function may insert, so that counters and checks cannot be gone round (threats 3).
    await services.database.as(service, (sql) => sendTestimonial(sql, story));
    return thanks;
  },
});
