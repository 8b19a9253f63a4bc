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
 * What is no Markdown here reads as it was written: HTML and entities, indented lines, underlined headings and
 * definitions of links. rules/excerpts.ts reads posts in the same way.
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
      // A list of things to do is a list: nobody ticks it here.
      checkbox: () => "",
    },
  });

const MARKDOWN = { 2: markdownWith(2), 3: markdownWith(3) } as const;

export interface MarkdownProps {
  readonly source: string;
  /** Below what the page (h1) or dialog (h2) around it is called. */
  readonly headingLevel?: 2 | 3;
}

/** Not cleaned yet. */
export const markdownHtml = (source: string, headingLevel: 2 | 3): string =>
  MARKDOWN[headingLevel].parse(source, { async: false });

/** A post's Markdown; what comes out of the library is cleaned as stored HTML is. */
export const Markdown = ({ source, headingLevel = 3 }: MarkdownProps) => {
  const html = useMemo(() => markdownHtml(source, headingLevel), [source, headingLevel]);
  return <SafeHtml html={html} />;
};
