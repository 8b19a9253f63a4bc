import type { ApiOutput } from "#lib/api/api-client.ts";
import { resource } from "../resource.ts";

export type Location = ApiOutput<"GET /api/locations", "admin">[number];

export const locations = resource({
  list: "GET /api/locations",
  create: "POST /api/locations",
  update: "PUT /api/locations/:id",
  remove: "DELETE /api/locations/:id",
  // The map and the list of deliveries show the place.
  invalidates: ["GET /api/home", "GET /api/package-deliveries"],
});
