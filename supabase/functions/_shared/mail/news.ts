import { escapeHtml } from "../rules/escape-html.ts";
import { UnsendableMailError } from "./placeholders.ts";

/** Returns true if volunteers can turn off this template's emails. */
export const isNews = (templateName: string): boolean => templateName === "New Event";

/**
 * Renders the link that turns off emails about new events. It is appended rather than included in the template, because
 * administrators can rewrite templates and the link must stay.
 */
export function renderNewsEnding(stopLink: string | undefined): string {
  if (stopLink === undefined) throw new UnsendableMailError("The email has no unsubscribe link.");
  return `
<p class="small">You're getting this email because you volunteer with us. You can <a href="${escapeHtml(stopLink)}">turn off emails about new events</a>. You'll still get reminders and updates for your own shifts.</p>
`;
}
