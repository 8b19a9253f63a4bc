import { useQuery } from "@tanstack/react-query";
import type { ApiOutput } from "../../lib/api-client.ts";
import { readQuery } from "../read-query.ts";

export type HomeData = ApiOutput<"GET /api/home">;

export const homeQuery = readQuery("GET /api/home");

/** The newest ones; the list of older ones begins after them. */
export const HIGHLIGHTS_ON_HOME = 3;

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

/** What the documents say, for as long as the organisation's own settings are not known; the server decides. */
export const DOCUMENTED_TERMS: GivingTerms = {
  minDonation: 1,
  maxDonation: Number.POSITIVE_INFINITY,
  packagePrice: 50,
  giftLevels: [],
  cardFeePercent: 2.9,
  cardFeeFixed: 0.3,
  employerMatchUrl: null,
};

/** As far as the page around has asked for it already. */
export const useHomeSoFar = (): HomeData | undefined =>
  useQuery({ ...homeQuery, enabled: false }).data;

export const useGivingTerms = (): GivingTerms => useHomeSoFar()?.settings ?? DOCUMENTED_TERMS;
