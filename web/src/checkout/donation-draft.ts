import { VISITOR_OWNER } from "../lib/drafts/draft-key.ts";
import { forgetDraft, readDraft, saveDraft } from "../lib/drafts/drafts.ts";
import type { DonationForm } from "./chosen-donation.ts";

const DRAFT_KEY = { owner: VISITOR_OWNER, form: "gift-choice" } as const;

/** Returns a key for the gift that a link asks for, ignoring other parameters. */
export const getDonationLinkKey = (search: URLSearchParams): string =>
  ["amount", "other", "frequency", "monthly"].map((name) => search.get(name)).join("|");

export const saveDonationDraft = (form: DonationForm, search: URLSearchParams): void =>
  saveDraft(DRAFT_KEY, { ...form, asked: getDonationLinkKey(search) });

/**
 * Returns, as URL parameters, the gift that was chosen before a reload. If the page was opened through a different
 * link, returns that link's parameters.
 */
export const readDonationDraft = (search: URLSearchParams): URLSearchParams => {
  const storedForm = readDraft(DRAFT_KEY);
  if (storedForm?.["asked"] !== getDonationLinkKey(search)) return search;
  const { level, other, frequency } = storedForm as unknown as DonationForm;
  return new URLSearchParams({ amount: String(level), other, frequency });
};

export const clearDonationDraft = (): void => forgetDraft(DRAFT_KEY);
