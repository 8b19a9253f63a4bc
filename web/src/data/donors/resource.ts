import type { ApiOutput } from "#lib/api/api-client.ts";
import { resource } from "../resource.ts";

export type Donor = ApiOutput<"GET /api/donors-consolidated", "admin">[number];

export const donors = resource({
  list: "GET /api/donors-consolidated",
  update: "PUT /api/donors/:id",
  dependentReads: ["GET /api/donors/:id"],
});
