const noToken = () => undefined;

/**
 * The options for marked that define how posts use Markdown: HTML, indented code, underlined headings and link
 * definitions are plain text. Keep it consistent with excerpts.ts, which reads posts the same way.
 */
export const POST_DIALECT = {
  breaks: true,
  tokenizer: { html: noToken, tag: noToken, code: noToken, lheading: noToken, def: noToken },
} as const;
