import type { ApiOutput } from "#lib/api/api-client.ts";
import { resource } from "../resource.ts";

export type PackageDelivery = ApiOutput<"GET /api/package-deliveries", "admin">[number];

/** Impact figures, counts by branch, and the map are computed from deliveries. */
export const packageDeliveries = resource({
  list: "GET /api/package-deliveries",
  create: "POST /api/package-deliveries",
  update: "PUT /api/package-deliveries/:id",
  remove: "DELETE /api/package-deliveries/:id",
  invalidates: ["GET /api/home", "GET /api/impact-stats"],
});
