import type { ApiOutput } from "#lib/api/api-client.ts";
import { resource } from "../resource.ts";

export type AdminHighlight = ApiOutput<"GET /api/admin/volunteer-highlights/all", "admin">[number];

export const volunteerHighlights = resource({
  list: "GET /api/admin/volunteer-highlights/all",
  update: "PUT /api/volunteer-highlights/:id/publish",
  remove: "DELETE /api/volunteer-highlights/:id",
  invalidates: ["GET /api/home", "GET /api/volunteer-highlights/all"],
});
