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

/**
 * Browsers don't send the fragment after `#` to servers, so no log contains the token. The email tells password managers
 * which login the page's new password belongs to.
 */
export const createSignedLinkUrl = async (
  { SITE_URL, HASH_SECRET: [secret] }: Pick<Environment, "HASH_SECRET" | "SITE_URL">,
  purpose: keyof typeof pages,
  linkId: string,
  email?: string,
): Promise<string> => {
  const token = await signId(secret, purpose, linkId);
  const fragment = `#token=${token}${email === undefined ? "" : `&email=${encodeURIComponent(email)}`}`;
  return new URL(pages[purpose] + fragment, SITE_URL).toString();
};
