import { z } from "zod";
import { adminEndpoints } from "./endpoint.ts";
import { captchaToken, count, id, reviewedPicture } from "./fields.ts";

const emptyBody = z.strictObject({}).optional();
const uploadUrl = z.object({ uploadURL: z.string() });
const objectPath = z.object({ objectPath: z.string() });
const url = z.string().trim().min(1).max(2000);
/** Upload URLs of smaller versions of the same picture, which phones load. */
const smallerUrls = z.array(url).max(2).optional();
/** The upload URL of a JPEG of the same picture, for link previews. Kept only if an administrator sends it. */
const shareUrl = url.optional();
/** The number of public records without a picture, and the number with a picture that has no alt text. */
const missingCounts = z.object({ pictures: count, altTexts: count });

export const uploadEndpoints = adminEndpoints("content", {
  createTestimonialUpload: {
    method: "POST",
    path: "/api/testimonials/upload",
    access: "public",
    summary: "A signed URL to PUT a story's image to",
    // Each picture is uploaded in up to three sizes, so it needs up to three URLs.
    rateLimit: { max: 30, windowSeconds: 3600 },
    body: emptyBody,
    output: uploadUrl,
  },
  saveTestimonialImage: {
    method: "PUT",
    path: "/api/testimonials/image",
    access: "public",
    summary: "Check an uploaded story image and hold it for review",
    // Higher than the 5 checks allowed per hour, because this limit also counts calls that are rejected.
    rateLimit: { max: 60, windowSeconds: 3600 },
    body: z.strictObject({ testimonialImageURL: url, smaller: smallerUrls, captchaToken }),
    output: objectPath,
  },
  createUpload: {
    method: "POST",
    path: "/api/objects/upload",
    access: "volunteer-or-admin",
    area: ["content", "settings"],
    summary: "A signed URL to PUT an image to",
    // Each picture is uploaded in up to three sizes and as a JPEG for link previews, so it needs up to four URLs.
    rateLimit: { max: 800, windowSeconds: 3600 },
    body: emptyBody,
    output: uploadUrl,
  },
  normalizeObjectPath: {
    method: "POST",
    path: "/api/normalize-object-path",
    access: "volunteer-or-admin",
    area: ["content", "settings"],
    summary: "Check an uploaded image and return the path to store",
    rateLimit: { max: 200, windowSeconds: 3600 },
    body: z.strictObject({ url, smaller: smallerUrls, share: shareUrl }),
    output: objectPath,
  },
  saveMissionImage: {
    method: "PUT",
    path: "/api/objects/image",
    summary: "Check an uploaded mission image and publish it",
    body: z.strictObject({ missionImageURL: url, smaller: smallerUrls }),
    output: objectPath,
  },
  getWaitingPicture: {
    method: "GET",
    path: "/api/uploads/waiting",
    area: ["content", "volunteers"],
    summary: "The picture of a story or highlight waiting for review, or a smaller size",
    query: z.object({
      path: reviewedPicture,
      /** The width of a smaller version. Omit it to get the full size. */
      width: z.coerce.number().int().min(1).max(10_000).optional(),
    }),
    output: "file",
  },
  getMissingPictures: {
    method: "GET",
    path: "/api/uploads/missing",
    summary:
      "How many posts, stories, highlights and reports on the site have no picture, or a picture without alt text",
    output: z.object({
      posts: missingCounts,
      /** The newest post that counts toward `posts`. */
      firstPost: id.nullable(),
      stories: missingCounts,
      highlights: missingCounts,
      reports: missingCounts,
    }),
  },
  sweepUploads: {
    method: "POST",
    path: "/api/uploads/sweep",
    access: "service",
    summary: "Remove uploads that have been unused for a day; runs as a scheduled job",
    body: emptyBody,
    output: z.object({ removed: z.number().int() }),
  },
});
