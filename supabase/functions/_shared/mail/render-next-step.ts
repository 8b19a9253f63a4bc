import { escapeHtml } from "../rules/escape-html.ts";

/**
 * Returns the link below an email's text: a button, or a small link if the text already has a button, because only one
 * should stand out.
 */
export const renderNextStep = (emailHtml: string, url: string, label: string): string =>
  emailHtml.includes(' class="button"')
    ? `<p class="small"><a href="${escapeHtml(url)}">${label}</a></p>\n`
    : `<p><a class="button" href="${escapeHtml(url)}">${label}</a></p>\n`;
