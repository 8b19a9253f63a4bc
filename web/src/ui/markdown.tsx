import { useMemo } from "react";
import { renderMarkdownHtml } from "./render-markdown.ts";
import { SafeHtml } from "./safe-html.tsx";

export interface MarkdownProps {
  readonly source: string;
  /** One level below the heading around it: h1 on a page, h2 in a dialog. */
  readonly headingLevel?: 2 | 3;
}

/** Renders a post's Markdown. The resulting HTML is sanitized in the same way as stored HTML. */
export const Markdown = ({ source, headingLevel = 3 }: MarkdownProps) => {
  const html = useMemo(() => renderMarkdownHtml(source, headingLevel), [source, headingLevel]);
  return <SafeHtml html={html} />;
};
