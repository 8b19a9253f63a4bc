/**
 * What a text that administrators write may hold. The server keeps nothing else, and pages show nothing else, so both
 * read it here.
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

/** No address is in these, whichever tag they stand at. */
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

/** Where a link may lead: a page, a mailbox, a telephone, or on our own site. */
export const LINK_ADDRESS = /^(?:https?:\/\/|mailto:|tel:|#|\/(?!\s*[/\\]))/i;

/** Pictures are ours or none: a foreign one would tell its owner who reads here. */
export const isOwnPicture = (src: string): boolean =>
  /^\/images\/[\w-]+(?:\/[\w-]+)*(?:\.\w+)?$/.test(src);
