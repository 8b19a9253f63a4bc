import createPurifier, { type DOMPurify, type WindowLike } from "dompurify";

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
  "del",
  "code",
  "pre",
  "a",
  "img",
  "blockquote",
  "table",
  "thead",
  "tbody",
  "tr",
  "th",
  "td",
  "address",
];
/** No address is in these. */
const PLAIN_ATTR = ["loading", "start", "align", "colspan", "rowspan", "scope"];
const ALLOWED_ATTR = ["href", "title", "src", "alt", ...PLAIN_ATTR];

/** Pictures are ours or none: a foreign one would tell its owner who reads here. */
const withOurPictures = (purifier: DOMPurify): DOMPurify => {
  purifier.addHook("afterSanitizeAttributes", (element) => {
    const isForeign = !element.getAttribute("src")?.startsWith("/images/");
    if (element.nodeName === "IMG" && isForeign) element.remove();
  });
  return purifier;
};

let purifier: DOMPurify | null = null;

/** The prerenderer has no document and brings one; a browser cleans with its own. */
export const cleanWith = (window: WindowLike): void => {
  purifier = withOurPictures(createPurifier(window));
};

/** Stored HTML is cleaned again on its way to the page, and so is what Markdown becomes. */
export const cleanHtml = (html: string): string => {
  purifier ??= withOurPictures(createPurifier);
  return purifier.sanitize(html.replace(/<(\/?)h1\b/gi, "<$1h2"), {
    ALLOWED_TAGS,
    ALLOWED_ATTR,
    ADD_URI_SAFE_ATTR: PLAIN_ATTR,
    ALLOWED_URI_REGEXP: /^(?:https?:|mailto:|tel:|#|\/(?!\/))/i,
  });
};
