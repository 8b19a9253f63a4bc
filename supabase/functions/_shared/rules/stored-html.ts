/**
 * The HTML that is allowed in text that administrators write. The server stores no other HTML, and pages show no other
 * HTML.
 */
export const TEXT_TAGS = [
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
] as const;

/** Attributes that every tag may have. None of them contains a URL. */
export const PLAIN_ATTRIBUTES = [
  "title",
  "alt",
  "loading",
  "start",
  "align",
  "colspan",
  "rowspan",
  "scope",
] as const;

/** The classes of the email layout, which only emails may have. */
export const MAIL_CLASSES = ["button", "facts", "small", "demo"] as const;

/** Allowed link targets: web pages, email addresses, phone numbers and paths on our own site. */
export const LINK_URL_PATTERN = /^(?:https?:\/\/|mailto:|tel:|#|\/(?!\s*[/\\]))/i;

/** Only our own images are allowed, because another site's server would learn who reads the page. */
export const isOwnPicture = (src: string): boolean =>
  /^\/images\/[\w-]+(?:\/[\w-]+)*(?:\.\w+)?$/.test(src);
