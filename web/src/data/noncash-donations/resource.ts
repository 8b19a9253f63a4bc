import type { ApiOutput } from "#lib/api/api-client.ts";
import { resource } from "../resource.ts";

export type NoncashDonation = ApiOutput<"GET /api/noncash-donations", "admin">[number];

export const noncashDonations = resource({
  list: "GET /api/noncash-donations",
  create: "POST /api/noncash-donations",
  dependentReads: ["GET /api/donors", "GET /api/donors/:id"],
});
