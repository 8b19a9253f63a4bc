const noToken = () => undefined;

/**
 * How posts use Markdown, as options for marked: HTML, indented code, underlined headings and link definitions are
 * plain text. Keep it consistent with excerpts.ts, which reads posts the same way.
 */
export const POST_DIALECT = {
  breaks: true,
  tokenizer: { html: noToken, tag: noToken, code: noToken, lheading: noToken, def: noToken },
} as const;
