import { Marked, type Tokens } from "marked";
import { useMemo } from "react";
import { SafeHtml } from "./safe-html.tsx";

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
};
const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? "");

const nothing = () => undefined;

/**
 * Shows unsupported syntax as typed: HTML and entities, indented code, underlined headings and link
 * definitions. Keep in step with rules/excerpts.ts, which reads posts the same way.
 */
const markdownWith = (top: 2 | 3) =>
  new Marked({
    breaks: true,
    tokenizer: { html: nothing, tag: nothing, code: nothing, lheading: nothing, def: nothing },
    renderer: {
      text(token: Tokens.Text | Tokens.Escape) {
        return "tokens" in token && token.tokens
          ? this.parser.parseInline(token.tokens)
          : escaped(token.text);
      },
      heading({ depth, tokens }) {
        const level = depth <= 2 ? top : top + 1;
        return `<h${level}>${this.parser.parseInline(tokens)}</h${level}>\n`;
      },
      image: ({ href, text }) =>
        href.startsWith("/images/")
          ? `<img src="${escaped(href)}" alt="${escaped(text)}" loading="lazy">`
          : "",
      // Shows a task list as a plain list; readers can't check it off.
      checkbox: () => "",
    },
  });

const MARKDOWN = { 2: markdownWith(2), 3: markdownWith(3) } as const;

export interface MarkdownProps {
  readonly source: string;
  /** One below the heading of the page (h1) or dialog (h2) around it. */
  readonly headingLevel?: 2 | 3;
}

/** Returns unsanitized HTML. */
export const markdownHtml = (source: string, headingLevel: 2 | 3): string =>
  MARKDOWN[headingLevel].parse(source, { async: false });

/** Renders a post's Markdown. The output is sanitized like stored HTML. */
export const Markdown = ({ source, headingLevel = 3 }: MarkdownProps) => {
  const html = useMemo(() => markdownHtml(source, headingLevel), [source, headingLevel]);
  return <SafeHtml html={html} />;
};
