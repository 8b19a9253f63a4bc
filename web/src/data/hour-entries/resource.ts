import type { ApiOutput } from "#lib/api/api-client.ts";
import { resource } from "../resource.ts";

export type HourEntry = ApiOutput<"GET /api/hour-entries", "admin">[number];

/** Hours outside shifts. */
export const hourEntries = resource({
  list: "GET /api/hour-entries",
  create: "POST /api/hour-entries",
  update: "PUT /api/hour-entries/:id",
  remove: "DELETE /api/hour-entries/:id",
  invalidates: ["GET /api/volunteers", "GET /api/volunteers/:id", "GET /api/admin/overview"],
});
