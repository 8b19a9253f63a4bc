import { escapeHtml } from "../rules/escape-html.ts";

/**
 * Returns a link below a letter: a button, or a quiet link if the letter already has a button, because only one
 * should stand out.
 */
export const nextStepHtml = (letterHtml: string, url: string, label: string): string =>
  letterHtml.includes(' class="button"')
    ? `<p class="small"><a href="${escapeHtml(url)}">${label}</a></p>\n`
    : `<p><a class="button" href="${escapeHtml(url)}">${label}</a></p>\n`;
