import { z } from "zod";
import { adminEndpoints } from "./endpoint.ts";
import {
  flag,
  id,
  idParams,
  line,
  message,
  picture,
  pictureOutput,
  text,
  timestamp,
} from "./fields.ts";
import { listEndpoint } from "./list.ts";
import { shownVersion, version } from "./versions.ts";

/** Public fields of a highlight: the author's first name and last initial. */
export const highlightSchema = z.object({
  id,
  title: z.string(),
  message: z.string(),
  ...pictureOutput,
  volunteerName: z.string(),
  volunteerSince: timestamp,
  createdAt: timestamp,
});

const ownHighlight = z.object({
  id,
  title: z.string(),
  message: z.string(),
  ...pictureOutput,
  isPublished: z.boolean(),
  createdAt: timestamp,
  updatedAt: timestamp,
});

const writableFields = z.strictObject({
  title: line(150),
  message: text(2000),
  ...picture("highlights"),
});
const volunteerParams = z.object({ volunteerId: id });
const ownHighlightParams = z.object({ volunteerId: id, highlightId: id });

export const volunteerHighlightEndpoints = adminEndpoints("volunteers", {
  listHighlights: listEndpoint({
    path: "/api/volunteer-highlights/all",
    access: "public",
    summary: "Published highlights, newest first",
    cacheable: true,
    sorts: ["-createdAt", "createdAt"],
    searchedFields: "title and text",
    item: highlightSchema,
  }),
  listAllHighlights: listEndpoint({
    path: "/api/admin/volunteer-highlights/all",
    summary: "All highlights, published or not",
    sorts: ["-createdAt", "createdAt"],
    searchedFields: "title, text and volunteer",
    pageSize: 10,
    filters: { isPublished: flag, volunteerId: id.optional() },
    item: ownHighlight.extend({ volunteerId: id, volunteerName: z.string() }),
  }),
  publishHighlight: {
    method: "PUT",
    path: "/api/volunteer-highlights/:id/publish",
    summary: "Publish or unpublish a highlight",
    params: idParams,
    // If the author has edited the highlight since it was reviewed, its version differs, so the edit can't be published
    // without a review.
    body: z.strictObject({ isPublished: z.boolean(), ...version }),
    output: message,
  },
  deleteHighlight: {
    method: "DELETE",
    path: "/api/volunteer-highlights/:id",
    summary: "Delete a highlight",
    params: idParams,
    query: shownVersion,
    output: message,
  },
  listOwnHighlights: {
    method: "GET",
    path: "/api/volunteer/:volunteerId/highlights",
    access: "volunteer",
    summary: "The volunteer's own highlights, newest first",
    params: volunteerParams,
    output: z.array(ownHighlight),
  },
  getOwnHighlightPicture: {
    method: "GET",
    path: "/api/volunteer/:volunteerId/highlights/:highlightId/picture",
    access: "volunteer",
    summary: "The picture of one of your own highlights while it waits for review",
    params: ownHighlightParams,
    output: "file",
  },
  createOwnHighlight: {
    method: "POST",
    path: "/api/volunteer/:volunteerId/highlights",
    access: "volunteer",
    summary: "Write a highlight; it appears after review",
    status: 201,
    idempotencyKey: "replay",
    // The table enforces the same limit for writes that bypass the API (`private.limit_highlights`).
    rateLimit: {
      max: 10,
      windowSeconds: 3600,
      per: "account",
      countsSuccesses: true,
      userMessage:
        "You've shared 10 highlights in the past hour, which is the limit. Please try again later.",
    },
    params: volunteerParams,
    body: writableFields.partial().required({ title: true, message: true }),
    output: ownHighlight,
  },
  updateOwnHighlight: {
    method: "PUT",
    path: "/api/volunteer/:volunteerId/highlights/:highlightId",
    access: "volunteer",
    summary: "Update one of your own highlights; it is reviewed again",
    params: ownHighlightParams,
    body: writableFields.partial(),
    output: ownHighlight,
  },
  deleteOwnHighlight: {
    method: "DELETE",
    path: "/api/volunteer/:volunteerId/highlights/:highlightId",
    access: "volunteer",
    summary: "Delete one of your own highlights",
    params: ownHighlightParams,
    output: message,
  },
});
