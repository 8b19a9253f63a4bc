/** What a reader sees of Markdown or HTML: excerpts and read times count this, not the markup. */
export const visibleText = (source: string): string =>
  source
    .replace(/<(script|style)\b[^>]*>[\s\S]*?<\/\1>/gi, " ")
    .replace(/<[a-z/!][^>]*>/gi, " ")
    .replace(/!\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/^\s{0,3}(#{1,6}\s+|>\s?|[-*+]\s+|\d+\.\s+)/gm, "")
    .replace(/(\*\*|__|~~|`)/g, "")
    .replace(/\s+/g, " ")
    .trim();

/** At most `max` characters of the visible text, cut at a word where one ends near, with an ellipsis. */
export const excerpt = (source: string, max: number): string => {
  const text = visibleText(source);
  if (text.length <= max) return text;
  const cut = text.slice(0, max);
  const lastSpace = cut.lastIndexOf(" ");
  return `${(lastSpace > max * 0.7 ? cut.slice(0, lastSpace) : cut).replace(/[\s.,;:–-]+$/, "")}…`;
};

const WORDS_PER_MINUTE = 200;

/** Words divided by 200, rounded up (P§2). */
export const readMinutes = (source: string): number => {
  const text = visibleText(source);
  return text === "" ? 0 : Math.ceil(text.split(" ").length / WORDS_PER_MINUTE);
};
