import type { ApiOutput } from "#lib/api/api-client.ts";
import { resource } from "../resource.ts";

export type AdminDonation = ApiOutput<"GET /api/donations", "admin">[number];

export const donations = resource({ list: "GET /api/donations" });
