import { z } from "zod";
import { adminEndpoints, writeEndpoints } from "./endpoint.ts";
import { id, line, text, timestamp } from "./fields.ts";
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

const writes = writeEndpoints("/api/about-items", missionItem);

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
  createAboutItem: writes.create(
    "Add a mission item",
    writableFields.partial().required({ title: true, description: true }),
  ),
  updateAboutItem: writes.update(
    "Update a mission item or restore a deleted one",
    writableFields.partial().extend(version),
  ),
  deleteAboutItem: writes.remove("Remove a mission item from the site; it can be restored"),
});
