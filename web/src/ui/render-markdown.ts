import { Marked, type Token, type Tokens } from "marked";
import { findMarkdownProblem } from "#contracts/text-bounds.ts";
import { escapeHtml } from "#rules/escape-html.ts";
import { POST_DIALECT } from "#rules/post-dialect.ts";

const escapeAmpersands = (text: string): string => text.replaceAll("&", "&amp;");

/**
 * Shows character references such as `&#35;` as they were typed. Otherwise, `marked` would replace numeric ones in
 * text, and browsers would replace them in link URLs.
 */
const keepReferences = (token: Token): void => {
  if (token.type === "text" && !("tokens" in token)) token.text = token.raw;
  // `marked` escapes bare URLs itself.
  if (token.type !== "link" || token["autolink"]) return;
  const { href, title } = token as Tokens.Link;
  Object.assign(token, { href: escapeAmpersands(href), title: title && escapeAmpersands(title) });
};

const createMarkdown = (topHeadingLevel: 2 | 3) =>
  new Marked(POST_DIALECT, {
    walkTokens: keepReferences,
    renderer: {
      text(token: Tokens.Text | Tokens.Escape) {
        return "tokens" in token && token.tokens
          ? this.parser.parseInline(token.tokens)
          : escapeHtml(token.text);
      },
      heading({ depth, tokens }) {
        const level = depth <= 2 ? topHeadingLevel : topHeadingLevel + 1;
        return `<h${level}>${this.parser.parseInline(tokens)}</h${level}>\n`;
      },
      // The title is shown as the caption (see SafeHtml).
      image: ({ href, text, title }) =>
        href.startsWith("/images/")
          ? `<img src="${escapeHtml(href)}" alt="${escapeHtml(text)}"${title ? ` title="${escapeHtml(title)}"` : ""} loading="lazy">`
          : "",
      // Shows a task list as an ordinary list, because readers can't check off its items.
      checkbox: () => "",
    },
  });

const MARKDOWN_BY_LEVEL = { 2: createMarkdown(2), 3: createMarkdown(3) } as const;

const renderPlainHtml = (source: string): string =>
  source
    .split(/\n[ \t]*\n/)
    .map((paragraph) => `<p>${escapeHtml(paragraph.trim()).replaceAll("\n", "<br>")}</p>`)
    .join("\n");

/**
 * Returns HTML that hasn't been sanitized. Shows a text as it was typed if parsing it could take long, which only texts
 * can be that were stored before they were bounded.
 */
export const renderMarkdownHtml = (source: string, headingLevel: 2 | 3): string =>
  findMarkdownProblem(source) === undefined
    ? MARKDOWN_BY_LEVEL[headingLevel].parse(source, { async: false })
    : renderPlainHtml(source);
