import { z } from "zod";
import { adminEndpoints } from "./endpoint.ts";
import {
  captchaToken,
  flag,
  id,
  idParams,
  limitQuery,
  line,
  message,
  picture,
  pictureOutput,
  text,
  timestamp,
} from "./fields.ts";
import { RATING_DEFAULT } from "./limits.ts";
import { listEndpoint } from "./list.ts";
import { shownVersion, version } from "./versions.ts";

export const testimonialSchema = z.object({
  id,
  name: z.string(),
  title: z.string(),
  content: z.string(),
  ...pictureOutput,
  rating: z.number(),
  createdAt: timestamp,
});

const storyPicture = picture("stories");

export const testimonialEndpoints = adminEndpoints("content", {
  listLatestTestimonials: {
    method: "GET",
    path: "/api/testimonials/latest",
    access: "public",
    summary: "The newest published stories",
    cacheable: true,
    query: limitQuery(3, 20),
    output: z.array(testimonialSchema),
  },
  listTestimonials: listEndpoint({
    path: "/api/testimonials",
    access: "public",
    summary: "Published stories, newest first",
    cacheable: true,
    sorts: ["-createdAt", "createdAt"],
    searchedFields: "name, title and story",
    item: testimonialSchema,
  }),
  listAllTestimonials: listEndpoint({
    path: "/api/admin/testimonials",
    summary: "All stories, published or waiting for review",
    sorts: ["-createdAt", "createdAt"],
    searchedFields: "name, title and story",
    pageSize: 10,
    filters: { isActive: flag },
    item: testimonialSchema.extend({ isActive: z.boolean(), updatedAt: timestamp }),
  }),
  createTestimonial: {
    method: "POST",
    path: "/api/testimonials",
    access: "public",
    summary: "Submit a story; it appears after review",
    status: 201,
    idempotencyKey: "replay",
    rateLimit: { max: 10, windowSeconds: 3600 },
    body: z.strictObject({
      name: line(100),
      title: line(100),
      content: text(5000),
      imageUrl: storyPicture.imageUrl.default(null),
      imageAlt: storyPicture.imageAlt.default(null),
      rating: z.int().min(1).max(5).default(RATING_DEFAULT),
      /** Accepted but ignored, because every story waits for review (TEST-12). */
      isActive: z.boolean().optional(),
      /** A honeypot, which people can't see. A request that fills it in gets a fake success and stores nothing. */
      website: z.string().max(2000).optional(),
      captchaToken,
    }),
    output: message,
  },
  setTestimonialStatus: {
    method: "PUT",
    path: "/api/testimonials/:id/status",
    summary: "Approve or unpublish a story",
    params: idParams,
    body: z.strictObject({ isActive: z.boolean(), ...version }),
    output: message,
  },
  deleteTestimonial: {
    method: "DELETE",
    path: "/api/testimonials/:id",
    summary: "Delete a story",
    params: idParams,
    query: shownVersion,
    output: message,
  },
});
