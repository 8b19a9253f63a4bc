import type { EmailMessage } from "@supabase/lite";

/** A mail of Auth as the terminal shows it: nothing leaves the machine, and its link can be followed from there. */
export function mailLine({
  to,
  subject,
  html = "",
}: Pick<EmailMessage, "to" | "subject" | "html">) {
  const link = /href="([^"]+)"/.exec(html)?.[1];
  return `Mail to ${to}: ${subject}${link === undefined ? "" : `\n  ${link}`}`;
}
