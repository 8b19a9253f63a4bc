const matchNothing = () => undefined;

/** Matches a run of delimiters that can close another, because it comes after a word. */
const CLOSING_RUNS: Readonly<Record<string, RegExp>> = {
  "*": /[^\s\p{P}\p{S}]\*|~\*|[^\s*]\*+(?=[\s\p{P}\p{S}]|$)/u,
  _: /[^\s\p{P}\p{S}]_|~_|[^\s_]_+(?=[\s\p{P}\p{S}]|$)/u,
};

/**
 * Skips delimiters that nothing after them can close. `marked` compares each of them with all others after it, which
 * takes long in texts of nothing else. `false` lets it go on as usual.
 */
const skipUnclosed = (source: string, maskedSource: string): false | undefined => {
  const rest = maskedSource.slice(-source.length);
  return CLOSING_RUNS[source.charAt(0)]?.test(rest.replace(/^\*+|^_+/, "")) === false
    ? undefined
    : false;
};

/**
 * The options for marked that define the Markdown of posts: HTML, indented code, underlined headings and link
 * definitions are treated as plain text. Keep them consistent with excerpts.ts, which has to read posts the same way.
 */
export const POST_DIALECT = {
  breaks: true,
  tokenizer: {
    html: matchNothing,
    tag: matchNothing,
    code: matchNothing,
    lheading: matchNothing,
    def: matchNothing,
    emStrong: skipUnclosed,
  },
} as const;
