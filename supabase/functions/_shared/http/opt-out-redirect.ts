import type { Environment } from "../env.ts";
import type { SITE_PAGES } from "../rules/site-pages.ts";
import { createRedirect } from "./raw-responses.ts";

/** Both kinds of tokens, without what an email client or a reader put behind them. */
const TOKEN_PATTERN = /^[\da-f-]{36}(?:\.[\da-f]{64})?/i;

/**
 * Leads from a `List-Unsubscribe` address to the page with the button, because some email clients open it in a browser.
 * Scanners open it, too, so this changes nothing.
 */
export const redirectToOptOut = (
  { SITE_URL }: Pick<Environment, "SITE_URL">,
  page: (typeof SITE_PAGES)["stopCards" | "stopNews"],
  token: string,
) =>
  createRedirect(new URL(`${page}#token=${TOKEN_PATTERN.exec(token)?.[0] ?? ""}`, SITE_URL).href);
