import { Marked, type Token, type Tokens } from "marked";
import { useMemo } from "react";
import { escapeHtml } from "#rules/escape-html.ts";
import { POST_DIALECT } from "#rules/post-dialect.ts";
import { SafeHtml } from "./safe-html.tsx";

const escapeAmpersands = (text: string): string => text.replaceAll("&", "&amp;");

/**
 * Shows character references such as `&#35;` as typed. marked replaces numeric ones in text, and
 * browsers replace them in a link's URL.
 */
const keepReferences = (token: Token): void => {
  if (token.type === "text" && !("tokens" in token)) token.text = token.raw;
  // marked escapes bare URLs itself.
  if (token.type !== "link" || token["autolink"]) return;
  const { href, title } = token as Tokens.Link;
  Object.assign(token, { href: escapeAmpersands(href), title: title && escapeAmpersands(title) });
};

const createMarkdown = (topLevel: 2 | 3) =>
  new Marked(POST_DIALECT, {
    walkTokens: keepReferences,
    renderer: {
      text(token: Tokens.Text | Tokens.Escape) {
        return "tokens" in token && token.tokens
          ? this.parser.parseInline(token.tokens)
          : escapeHtml(token.text);
      },
      heading({ depth, tokens }) {
        const level = depth <= 2 ? topLevel : topLevel + 1;
        return `<h${level}>${this.parser.parseInline(tokens)}</h${level}>\n`;
      },
      // The title is the caption (see SafeHtml).
      image: ({ href, text, title }) =>
        href.startsWith("/images/")
          ? `<img src="${escapeHtml(href)}" alt="${escapeHtml(text)}"${title ? ` title="${escapeHtml(title)}"` : ""} loading="lazy">`
          : "",
      // Shows a task list as a plain list; readers can't check it off.
      checkbox: () => "",
    },
  });

const MARKDOWN_BY_LEVEL = { 2: createMarkdown(2), 3: createMarkdown(3) } as const;

export interface MarkdownProps {
  readonly source: string;
  /** One level below the heading of the page (h1) or dialog (h2) around it. */
  readonly headingLevel?: 2 | 3;
}

/** Returns unsanitized HTML. */
export const markdownHtml = (source: string, headingLevel: 2 | 3): string =>
  MARKDOWN_BY_LEVEL[headingLevel].parse(source, { async: false });

/** Renders a post's Markdown. The output is sanitized like stored HTML. */
export const Markdown = ({ source, headingLevel = 3 }: MarkdownProps) => {
  const html = useMemo(() => markdownHtml(source, headingLevel), [source, headingLevel]);
  return <SafeHtml html={html} />;
};
