import { DONATION_SOURCE_PATTERN } from "#contracts/donation-source.ts";
import { VISITOR_OWNER } from "../lib/drafts/draft-key.ts";
import { readDraft, saveDraft } from "../lib/drafts/drafts.ts";

/** Kept for the tab, so that a gift made on another page still has the link's source. */
const SOURCE_DRAFT_KEY = { owner: VISITOR_OWNER, form: "gift-source" } as const;

const isValidSource = (text: unknown): text is string =>
  typeof text === "string" && DONATION_SOURCE_PATTERN.test(text);

/** Remembers the `?source=…` of the link that the visitor followed. Ignores a value that isn't a short name. */
export const rememberSource = (search: URLSearchParams): void => {
  const source = search.get("source");
  if (isValidSource(source)) saveDraft(SOURCE_DRAFT_KEY, { source });
};

export const readSource = (): string | undefined => {
  const source = readDraft(SOURCE_DRAFT_KEY)?.["source"];
  return isValidSource(source) ? source : undefined;
};
