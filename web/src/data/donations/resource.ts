import type { ApiOutput } from "#lib/api/api-client.ts";
import { resource } from "../resource.ts";
import { LEDGER_READS } from "./mutations.ts";

export type AdminDonation = ApiOutput<"GET /api/donations", "admin">[number];

export const donations = resource({ list: "GET /api/donations" });

export const recordedDonations = resource({
  list: "GET /api/donations",
  create: "POST /api/donations",
  dependentReads: LEDGER_READS,
});
