import type { Environment } from "../env.ts";
import { SITE_PAGES } from "../rules/site-pages.ts";
import { signId } from "./signed-id.ts";

/** The page that each kind of link opens. */
const pages = {
  "gift-link": SITE_PAGES.manageGift,
  "activation-link": SITE_PAGES.activate,
  "invitation-link": SITE_PAGES.join,
  "email-change-link": SITE_PAGES.confirmEmail,
  "preview-link": SITE_PAGES.postPreview,
} as const;

/** Browsers don't send the fragment after `#` to servers, so no log contains the token. */
export const createSignedLinkUrl = async (
  { SITE_URL, HASH_SECRET: [secret] }: Pick<Environment, "HASH_SECRET" | "SITE_URL">,
  purpose: keyof typeof pages,
  linkId: string,
): Promise<string> =>
  new URL(`${pages[purpose]}#token=${await signId(secret, purpose, linkId)}`, SITE_URL).toString();
