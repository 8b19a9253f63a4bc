import DOMPurify from "dompurify";
import { useMemo } from "react";

/** Stored HTML is cleaned again on its way to the page; only what a text needs is kept. */
const ALLOWED_TAGS = [
  "h2",
  "h3",
  "h4",
  "p",
  "br",
  "hr",
  "ul",
  "ol",
  "li",
  "strong",
  "b",
  "em",
  "i",
  "u",
  "a",
  "blockquote",
  "table",
  "thead",
  "tbody",
  "tr",
  "th",
  "td",
  "address",
];

export const SafeHtml = ({ html }: { readonly html: string }) => {
  const clean = useMemo(
    () =>
      DOMPurify.sanitize(html.replace(/<(\/?)h1\b/gi, "<$1h2"), {
        ALLOWED_TAGS,
        ALLOWED_ATTR: ["href", "title", "colspan", "rowspan", "scope"],
        ALLOWED_URI_REGEXP: /^(?:https?:|mailto:|tel:|#|\/(?!\/))/i,
      }),
    [html],
  );
  // oxlint-disable-next-line react/no-danger -- cleaned in the line above
  return <div className="prose-text leading-relaxed" dangerouslySetInnerHTML={{ __html: clean }} />;
};
