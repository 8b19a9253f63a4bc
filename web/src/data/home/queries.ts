import { useQuery } from "@tanstack/react-query";
import type { ApiOutput } from "#lib/api/api-client.ts";
import { readQuery } from "../read-query.ts";

export type HomeData = ApiOutput<"GET /api/home">;

export const homeQuery = readQuery("GET /api/home");

/** How many of the newest highlights the home page shows. The list of older ones continues from there. */
export const HOME_HIGHLIGHT_COUNT = 3;

export const useHome = () => useQuery(homeQuery);

export type GivingTerms = Pick<
  HomeData["settings"],
  | "minDonation"
  | "maxDonation"
  | "packagePrice"
  | "giftLevels"
  | "cardFeePercent"
  | "cardFeeFixed"
  | "employerMatchUrl"
>;

/** Defaults from the requirements, used until the settings are loaded. The server enforces the real limits. */
export const DOCUMENTED_TERMS: GivingTerms = {
  minDonation: 1,
  maxDonation: Number.POSITIVE_INFINITY,
  packagePrice: 50,
  giftLevels: [],
  cardFeePercent: 2.9,
  cardFeeFixed: 0.3,
  employerMatchUrl: null,
};

/** Returns the home page's data if another component has already fetched it. Never sends a request. */
export const useCachedHome = (): HomeData | undefined =>
  useQuery({ ...homeQuery, enabled: false }).data;

export const useGivingTerms = (): GivingTerms => useCachedHome()?.settings ?? DOCUMENTED_TERMS;
