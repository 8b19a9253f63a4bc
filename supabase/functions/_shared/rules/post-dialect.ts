const matchNothing = () => undefined;

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
  },
} as const;
