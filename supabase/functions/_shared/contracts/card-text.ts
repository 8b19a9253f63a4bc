/** Invisible characters, which could keep the patterns below from matching a link. */
const INVISIBLE_PATTERN =
  /[\u{ad}\u{61c}\u{180e}\u{200b}-\u{200f}\u{202a}-\u{202e}\u{2060}-\u{206f}\u{feff}]|\u{34f}|[\u{fe00}-\u{fe0f}]/gu;

/** The same patterns as in the SQL function `private.has_links`. */
const LINK_PATTERNS: readonly RegExp[] = [
  /:\/\/|\\\\|www\.|\S@\S/iu,
  /(?<![\p{L}\p{N}_])(?:mailto|tel|sms|callto|skype|facetime):\S/iu,
  // A domain: any word character, a dot, and two letters.
  /[^\s\u{21}-\u{2c}\u{2e}\u{2f}\u{3a}-\u{40}\u{5b}-\u{60}\u{7b}-\u{7e}]\.[^\s\u{21}-\u{40}\u{5b}-\u{60}\u{7b}-\u{bf}\u{2000}-\u{2bff}\u{3000}-\u{303f}\u{1f000}-\u{1faff}]{2}/u,
  /\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3}/u,
  /\d{3}\)?[\s.-]{0,2}\d{3}[\s.-]{0,2}\d{4}|\+\d[\d\s().-]{7}/u,
];

/**
 * Returns whether an email client could turn part of the text into a link: a URL, a domain, an email address, a network
 * path or a phone number.
 */
export function hasLinks(text: string): boolean {
  const visibleText = text
    .normalize("NFKC")
    .replaceAll(INVISIBLE_PATTERN, "")
    .replaceAll("。", ".");
  return LINK_PATTERNS.some((pattern) => pattern.test(visibleText));
}

export const LINKS_MESSAGE =
  "Leave out links, email addresses and phone numbers, and put a space after each period.";

export const CARD_MESSAGE_MAX_LENGTH = 500;
