import { testimonialEndpoints } from "../../_shared/contracts/testimonials.ts";
import { requireNoun, implement } from "../../_shared/http/handlers.ts";
import {
  hidePictureInBackground,
  requireWaitingPicture,
  reviewWithPicture,
} from "../../_shared/http/reviewed-pictures.ts";
import {
  findTestimonial,
  listAllTestimonials,
  listTestimonials,
  insertTestimonial,
  testimonialWrites,
} from "./queries.ts";

const requireStory = requireNoun("story");

const thanksResponse = {
  message: "Thank you for sharing your story. It will appear here once our team has reviewed it.",
};

export default implement(testimonialEndpoints, {
  listLatestTestimonials: async ({ asCaller, query: { limit } }) => {
    const newestQuery = { limit, offset: 0, sort: "-createdAt" } as const;
    return (await asCaller((sql) => listTestimonials(sql, newestQuery))).items;
  },
  listTestimonials: ({ asCaller, query }) => asCaller((sql) => listTestimonials(sql, query)),
  createTestimonial: async ({ asService, services, body, address, once }) => {
    const { name, title, content, imageUrl, imageAlt, rating, website = "" } = body;
    if (website !== "") return thanksResponse;
    await services.checkCaptcha(body.captchaToken, address);
    if (imageUrl !== null) await requireWaitingPicture(services, imageUrl, "stories");
    const story = { name, title, content, imageUrl, imageAlt, rating };
    // Only this function may insert stories, so that rate limits and checks can't be bypassed (threat 3).
    return asService((sql) =>
      once(sql, async () => {
        await insertTestimonial(sql, story);
        return thanksResponse;
      }),
    );
  },
  listAllTestimonials: ({ asAdminReader, query }) =>
    asAdminReader((sql) => listAllTestimonials(sql, query)),
  setTestimonialStatus: async ({ asCaller, services, params: { id }, body }) => {
    const { isActive, updatedAt } = body;
    const { imageUrl } = requireStory(await asCaller((sql) => findTestimonial(sql, id, updatedAt)));
    const story = await reviewWithPicture(services, { imageUrl, isShown: isActive }, () =>
      asCaller((sql) => testimonialWrites.update(sql, id, { isActive })),
    );
    requireStory(story);
    return { message: isActive ? "Testimonial published" : "Testimonial unpublished" };
  },
  deleteTestimonial: async ({ asCaller, services, params: { id }, query: { version } }) => {
    const removed = await asCaller((sql) => testimonialWrites.remove(sql, id, version));
    const { imageUrl } = requireStory(removed);
    hidePictureInBackground(services, imageUrl);
    return { message: "Testimonial deleted" };
  },
});
