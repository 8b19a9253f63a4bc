const matchNothing = () => undefined;

/**
 * The options for marked that define how posts use Markdown: HTML, indented code, underlined headings and link
 * definitions are plain text. Keep it consistent with excerpts.ts, which reads posts the same way.
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
