import { decodeEntities } from "../rules/html-entities.ts";

/** Shortens a URL to the form that readers know, for a link's text. Plain text shows the whole URL instead. */
export const stripUrlPrefix = (url: string): string => url.replace(/^https?:\/\/(?:www\.)?/, "");

/** Returns a link's text, followed by its URL if they differ. */
function formatLink(_: string, _quote: string, url: string, innerHtml: string): string {
  const label = innerHtml.replaceAll(/<[^>]*>/g, "").trim();
  if (label === url || `mailto:${label}` === url) return label;
  if (label === stripUrlPrefix(url)) return url;
  return `${label}: ${url}`;
}

/** Elements that readers of the HTML don't see, such as the preview text for the inbox (see layout.ts). */
const HIDDEN_DIV = /<div style="display: none;[^"]*">[^<]*<\/div>/g;

export function toPlainText(html: string): string {
  const textWithEntities = html
    .replaceAll(HIDDEN_DIV, "")
    .replaceAll(/<!--[\s\S]*?-->|<(style|script|head)\b[\s\S]*?<\/\1\s*>/gi, "")
    .replaceAll(/\s+/g, " ")
    .replaceAll(/<a\b[^>]*?\shref=(["'])(.*?)\1[^>]*>(.*?)<\/a\s*>/gi, formatLink)
    .replaceAll(/<img\b[^>]*?\salt=(["'])(.*?)\1[^>]*>/gi, "$2")
    .replaceAll(/<li\b[^>]*>/gi, "\n- ")
    .replaceAll(/<hr\b[^>]*>/gi, "\n\n")
    .replaceAll(/<br\b[^>]*>|<\/(tr|div|ul|ol|table)\s*>/gi, "\n")
    .replaceAll(/<\/th\s*>/gi, ": ")
    .replaceAll(/<\/td\s*>/gi, " ")
    .replaceAll(/<\/?(p|h[1-6]|blockquote|section)\b[^>]*>/gi, "\n\n")
    .replaceAll(/<[^>]*>/g, "");
  return `${decodeEntities(textWithEntities)
    .replaceAll(/[ \t\u00a0]+/g, " ")
    .replaceAll(/ ?\n ?/g, "\n")
    .replaceAll(/\n{3,}/g, "\n\n")
    .trim()}\n`;
}
