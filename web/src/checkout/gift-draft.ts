import { forgetDraft, readDraft, saveDraft, VISITOR } from "../lib/drafts.ts";
import type { GiftForm } from "./gift.ts";

const DRAFT = { owner: VISITOR, form: "gift-choice" } as const;

/** What a link to the donation page asks for; the page's other parameters are not a donor's. */
export const giftAsked = (search: URLSearchParams): string =>
  ["amount", "other", "frequency"].map((name) => search.get(name) ?? "").join("|");

export const keepGift = (gift: GiftForm, search: URLSearchParams): void =>
  saveDraft(DRAFT, { ...gift, asked: giftAsked(search) });

/** What was chosen here before a reload, as a link says it; another link since then goes before it. */
export const keptGift = (search: URLSearchParams): URLSearchParams => {
  const kept = readDraft(DRAFT);
  if (kept?.["asked"] !== giftAsked(search)) return search;
  const { level, other, frequency } = kept as unknown as GiftForm;
  return new URLSearchParams({ amount: String(level), other, frequency });
};

export const forgetGift = (): void => forgetDraft(DRAFT);
