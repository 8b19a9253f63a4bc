import type { ApiOutput } from "#lib/api/api-client.ts";
import { resource } from "../resource.ts";

export type AdminDonation = ApiOutput<"GET /api/donations", "admin">[number];

export const donations = resource({ list: "GET /api/donations" });

export const recordedDonations = resource({
  list: "GET /api/donations",
  create: "POST /api/donations",
  dependentReads: [
    "GET /api/home",
    "GET /api/recent-donations",
    "GET /api/donors-consolidated",
    "GET /api/donors/:id",
    "GET /api/donation-trends",
    "GET /api/donations/sums",
    "GET /api/admin/overview",
  ],
});
