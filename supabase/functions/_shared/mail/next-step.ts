import { escapeHtml } from "../rules/escape-html.ts";

/** Returns a link below a letter: its button, or a quiet link if it has one already, because one stands out and two don't. */
export const nextStepHtml = (letterHtml: string, url: string, label: string): string =>
  letterHtml.includes(' class="button"')
    ? `<p class="small"><a href="${escapeHtml(url)}">${label}</a></p>\n`
    : `<p><a class="button" href="${escapeHtml(url)}">${label}</a></p>\n`;
