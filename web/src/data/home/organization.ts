import type { HomeData } from "./queries.ts";

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
