import DOMPurify, { type WindowLike } from "dompurify";

/** Only what a text needs is kept. */
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

let purifier = DOMPurify;

/** The prerenderer has no document and brings one; a browser cleans with its own. */
export const cleanWith = (window: WindowLike): void => {
  purifier = DOMPurify(window);
};

/** Stored HTML is cleaned again on its way to the page. */
export const cleanHtml = (html: string): string =>
  purifier.sanitize(html.replace(/<(\/?)h1\b/gi, "<$1h2"), {
    ALLOWED_TAGS,
    ALLOWED_ATTR: ["href", "title", "colspan", "rowspan", "scope"],
    ALLOWED_URI_REGEXP: /^(?:https?:|mailto:|tel:|#|\/(?!\/))/i,
  });
