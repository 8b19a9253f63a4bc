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

export type ContactInfo = NonNullable<HomeData["contactInfo"]>;

/**
 * Shown until the organization enters its own details (HOME-39). This is intentionally a placeholder and not a real
 * address.
 */
export const FALLBACK_CONTACT: ContactInfo = {
  organizationName: "Care Packages for Heroes",
  taxId: "00-0000000",
  address: "100 Main Street, Fort Worth, TX 76102",
  phone: "(555) 010-0100",
  email: "hello@example.org",
};

/** Replaces each missing or empty field with its placeholder. */
export const addFallbacks = (contact: Partial<ContactInfo> | null | undefined): ContactInfo => {
  const filledFields = Object.entries(contact ?? {}).filter(([, value]) => value);
  return { ...FALLBACK_CONTACT, ...Object.fromEntries(filledFields) };
};

export const FALLBACK_HERO = {
  headline: "Care packages for service members, their families and veterans",
  coreMessage: "Fifty dollars fills and mails one box with a handwritten note inside.",
} as const;
