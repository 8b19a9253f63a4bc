import { z } from "zod";
import { adminEndpoints } from "./endpoint.ts";
import { id, idParams, line, message, text, timestamp } from "./fields.ts";
import { version } from "./versions.ts";

export const aboutItem = z.object({
  id,
  title: z.string(),
  description: z.string(),
  order: z.number(),
});
const missionItem = aboutItem.extend({ isActive: z.boolean(), updatedAt: timestamp });

const writableFields = z.strictObject({
  title: line(150),
  description: text(2000),
  /** Position in the list, including deleted items. Moving an item shifts the others. */
  order: z.int().min(1).max(10_000),
  isActive: z.boolean(),
});

export const aboutItemEndpoints = adminEndpoints("content", {
  listAboutItems: {
    method: "GET",
    path: "/api/about-items",
    access: "public",
    area: "content",
    summary: "Mission items in order; only administrators see deleted ones",
    query: z.object({ includeDeleted: z.enum(["true", "false"]).default("false") }),
    output: z.array(aboutItem),
    outputFor: { admin: z.array(missionItem) },
  },
  createAboutItem: {
    method: "POST",
    path: "/api/about-items",
    summary: "Add a mission item",
    status: 201,
    body: writableFields.partial().required({ title: true, description: true }),
    idempotencyKey: "replay",
    output: missionItem,
  },
  updateAboutItem: {
    method: "PUT",
    path: "/api/about-items/:id",
    summary: "Update a mission item or restore a deleted one",
    params: idParams,
    body: writableFields.partial().extend(version),
    output: missionItem,
  },
  deleteAboutItem: {
    method: "DELETE",
    path: "/api/about-items/:id",
    summary: "Remove a mission item from the site; it can be restored",
    params: idParams,
    output: message,
  },
});
