import { forgetDraft, readDraft, saveDraft, VISITOR } from "../lib/drafts.ts";
import type { GiftForm } from "./gift.ts";

const DRAFT = { owner: VISITOR, form: "gift-choice" } as const;

/** Returns the gift that a link asks for, ignoring other parameters. */
export const giftAsked = (search: URLSearchParams): string =>
  ["amount", "other", "frequency"].map((name) => search.get(name) ?? "").join("|");

export const keepGift = (gift: GiftForm, search: URLSearchParams): void =>
  saveDraft(DRAFT, { ...gift, asked: giftAsked(search) });

/** Returns the gift chosen before a reload as URL parameters. A different link takes precedence. */
export const keptGift = (search: URLSearchParams): URLSearchParams => {
  const kept = readDraft(DRAFT);
  if (kept?.["asked"] !== giftAsked(search)) return search;
  const { level, other, frequency } = kept as unknown as GiftForm;
  return new URLSearchParams({ amount: String(level), other, frequency });
};

export const forgetGift = (): void => forgetDraft(DRAFT);
