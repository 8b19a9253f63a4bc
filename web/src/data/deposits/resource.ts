import type { ApiOutput } from "#lib/api/api-client.ts";
import { resource } from "../resource.ts";

export type Deposit = ApiOutput<"GET /api/deposits", "admin">[number];

export const deposits = resource({
  list: "GET /api/deposits",
  create: "POST /api/deposits",
  update: "PUT /api/deposits/:id",
  remove: "DELETE /api/deposits/:id",
  dependentReads: ["GET /api/deposits/:id"],
});
