import type { EmailMessage } from "@supabase/lite";

/**
 * A mail of Auth as the terminal shows it: nothing leaves the machine, and its link can be followed from there. Lite takes
 * Auth for a part of the site; it answers at the address of the API.
 */
export function mailLine(
  { to, subject, html = "" }: Pick<EmailMessage, "to" | "subject" | "html">,
  { siteUrl, apiUrl }: { readonly siteUrl: string; readonly apiUrl: string },
): string {
  const link = /href="([^"]+)"/
    .exec(html)?.[1]
    ?.replaceAll("&amp;", "&")
    .replace(`${siteUrl}/auth/v1/`, `${apiUrl}/auth/v1/`);
  return `Email to ${to}: ${subject}${link === undefined ? "" : `\n  ${link}`}`;
}
