import sanitizeHtml from "sanitize-html";
import { findHtmlProblem } from "../contracts/text-bounds.ts";
import {
  MAIL_CLASSES,
  isOwnPicture,
  LINK_URL_PATTERN,
  PLAIN_ATTRIBUTES,
  TEXT_TAGS,
} from "../rules/stored-html.ts";

/** `text`: legal content shown on pages. `mail`: email templates with placeholders such as `{{name}}`. */
export type StoredHtmlKind = "text" | "mail";

/** Elements whose content isn't text, so it is removed with the tags. */
const NON_TEXT_TAGS = [
  "script",
  "style",
  "title",
  "textarea",
  "option",
  "template",
  "noscript",
  "noembed",
  "noframes",
  "iframe",
  "xmp",
  "plaintext",
];

const NUMBER_PATTERN = String.raw`\d{1,4}(?:\.\d{1,2})?`;
const LENGTH_PATTERN = String.raw`(?:0|auto|${NUMBER_PATTERN}(?:px|em|rem|%|pt))`;
const LENGTHS = [new RegExp(`^${LENGTH_PATTERN}(?: ${LENGTH_PATTERN}){0,3}$`)];
const COLORS = [
  /^#(?:[\da-f]{3}|[\da-f]{6})$/i,
  /^rgb\(\d{1,3}, ?\d{1,3}, ?\d{1,3}\)$/,
  /^[a-z]{3,20}$/i,
];
const BORDER = new RegExp(
  `^(?:none|${NUMBER_PATTERN}px (?:solid|dashed|dotted) (?:#[\\da-f]{3,6}|[a-z]{3,20}))$`,
  "i",
);

/** Styles allowed in emails. None can load anything or move content out of place. */
const MAIL_STYLES: Readonly<Record<string, RegExp[]>> = {
  color: COLORS,
  background: COLORS,
  "background-color": COLORS,
  "font-size": LENGTHS,
  "font-weight": [/^(?:normal|bold|[1-9]00)$/],
  "font-style": [/^(?:normal|italic)$/],
  "font-family": [/^[\w\s,'"-]{1,120}$/],
  "line-height": [new RegExp(`^(?:${NUMBER_PATTERN}|${LENGTH_PATTERN})$`)],
  "text-align": [/^(?:left|center|right)$/],
  "text-decoration": [/^(?:none|underline)$/],
  "vertical-align": [/^(?:top|middle|bottom)$/],
  display: [/^(?:block|inline-block)$/],
  width: LENGTHS,
  "max-width": LENGTHS,
  margin: LENGTHS,
  "margin-top": LENGTHS,
  "margin-bottom": LENGTHS,
  padding: LENGTHS,
  "border-radius": LENGTHS,
  border: [BORDER],
  "border-top": [BORDER],
  "border-bottom": [BORDER],
};

/** A link may start with a placeholder; rendering the email checks that it yields a valid link. */
const LEADING_PLACEHOLDER = /^\{\{\s*\w+\s*\}\}/;

const isLink = (href: string, kind: StoredHtmlKind): boolean =>
  LINK_URL_PATTERN.test(href) || (kind === "mail" && LEADING_PLACEHOLDER.test(href));

const sharedOptions = (kind: StoredHtmlKind): sanitizeHtml.IOptions => ({
  nonTextTags: NON_TEXT_TAGS,
  allowedSchemes: ["http", "https", "mailto", "tel"],
  allowProtocolRelative: false,
  nestingLimit: 100,
  exclusiveFilter: ({ tag, attribs }) => tag === "img" && !isOwnPicture(attribs["src"] ?? ""),
  transformTags: {
    a: (tagName, attribs) => {
      const { href = "", ...otherAttributes } = attribs;
      const isKept = isLink(href.trim(), kind);
      return { tagName, attribs: isKept ? { ...attribs, href: href.trim() } : otherAttributes };
    },
    // The page already has its h1.
    ...(kind === "text" && { h1: "h2" }),
  },
});

const OPTIONS: Readonly<Record<StoredHtmlKind, sanitizeHtml.IOptions>> = {
  text: {
    ...sharedOptions("text"),
    allowedTags: [...TEXT_TAGS],
    allowedAttributes: { "*": [...PLAIN_ATTRIBUTES], a: ["href"], img: ["src"] },
  },
  mail: {
    ...sharedOptions("mail"),
    allowedTags: [...TEXT_TAGS, "h1", "div", "span", "small", "tfoot"],
    allowedAttributes: {
      "*": [...PLAIN_ATTRIBUTES, "style", "role", "width", "valign"],
      a: ["href"],
      img: ["src"],
    },
    allowedClasses: { "*": [...MAIL_CLASSES] },
    allowedStyles: { "*": MAIL_STYLES },
  },
};

/** Control characters decoded from entities. They are invisible, and form validation would reject them. */
const CONTROL_CHARACTERS = /[^\P{Cc}\r\n\t]/gu;

/**
 * Returns the HTML that may be stored. Idempotent: cleaning the result again changes nothing. HTML that could take long
 * to parse loses its tags: an AI's, or what was stored before it was bounded.
 */
export const cleanStoredHtml = (html: string, kind: StoredHtmlKind): string =>
  sanitizeHtml(findHtmlProblem(html) === undefined ? html : removeTags(html), OPTIONS[kind])
    .replaceAll(CONTROL_CHARACTERS, "")
    .trim();

const removeTags = (html: string): string =>
  html.replaceAll(/<[^<>]*>/g, " ").replaceAll("<", "&lt;");
