/**
 * HTML that is allowed in text that administrators write. Shared, because the server stores nothing else and pages show
 * nothing else.
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

/** Attributes that don't hold URLs and are allowed on every tag. */
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

/** Allowed link targets: pages, mailboxes, phone numbers and our own site. */
export const LINK_URL_PATTERN = /^(?:https?:\/\/|mailto:|tel:|#|\/(?!\s*[/\\]))/i;

/** Only our own images are allowed, because an external one would tell its host who reads the page. */
export const isOwnPicture = (src: string): boolean =>
  /^\/images\/[\w-]+(?:\/[\w-]+)*(?:\.\w+)?$/.test(src);
