import type { EmailMessage } from "@supabase/lite";

/**
 * Formats an email from Auth for the terminal, so that people can open its link. No email leaves the machine. Lite links
 * to Auth at the site's URL, but Auth runs at the API's URL.
 */
export function formatMailLine(
  { to, subject, html = "" }: Pick<EmailMessage, "to" | "subject" | "html">,
  { siteUrl, apiUrl }: { readonly siteUrl: string; readonly apiUrl: string },
): string {
  const link = /href="([^"]+)"/
    .exec(html)?.[1]
    ?.replaceAll("&amp;", "&")
    .replace(`${siteUrl}/auth/v1/`, `${apiUrl}/auth/v1/`);
  return `Email to ${to}: ${subject}${link === undefined ? "" : `\n  ${link}`}`;
}
