import { useQuery } from "@tanstack/react-query";
import type { ApiOutput } from "#lib/api/api-client.ts";
import { readQuery } from "../read-query.ts";
import { resource } from "../resource.ts";

export type DonationAdjustment = ApiOutput<"GET /api/donation-adjustments", "admin">[number];
export type DonationMonth = ApiOutput<"GET /api/donation-months", "admin">[number];

export const donationAdjustments = resource({ list: "GET /api/donation-adjustments" });

export const useDonationMonths = () =>
  useQuery(readQuery("GET /api/donation-months", { as: "admin" }));
