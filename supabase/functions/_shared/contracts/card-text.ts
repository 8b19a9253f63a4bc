import { normalizeText } from "./visible-text.ts";

/** Invisible characters, which could keep the patterns below from matching a link. */
const INVISIBLE_PATTERN =
  /[\u{ad}\u{61c}\u{180e}\u{200b}-\u{200f}\u{202a}-\u{202e}\u{2060}-\u{206f}\u{feff}]|\u{34f}|[\u{fe00}-\u{fe0f}]/gu;

/** The same patterns as in the SQL function `private.has_web_links`. */
const WEB_LINK_PATTERNS: readonly RegExp[] = [
  /:\/\/|\\\\|www\.|\S@\S/iu,
  /(?<![\p{L}\p{N}_])(?:mailto|tel|sms|callto|skype|facetime):\S/iu,
  // A domain: any word character, a dot, and two letters.
  /[^\s\u{21}-\u{2c}\u{2e}\u{2f}\u{3a}-\u{40}\u{5b}-\u{60}\u{7b}-\u{7e}]\.[^\s\u{21}-\u{40}\u{5b}-\u{60}\u{7b}-\u{bf}\u{2000}-\u{2bff}\u{3000}-\u{303f}\u{1f000}-\u{1faff}]{2}/u,
  /\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3}/u,
];

/** Dashes and dots that people put between the groups of a phone number. */
const DASHES =
  /[\u{58a}\u{2010}-\u{2015}\u{2043}\u{2212}\u{2e3a}\u{2e3b}\u{b7}\u{2022}\u{2219}\u{30fb}_~]/gu;

/** A date in digits, which isn't a phone number: 03-04-1945, 3/4/1945 or 1945-03-04. */
const DATE_PATTERN =
  /(?<!\d|\d[-. ])(?:[0-3]?\d([-./ ])[0-3]?\d\1(?:18|19|20)\d\d|(?:18|19|20)\d\d([-./])[01]?\d\2[0-3]?\d)(?!\d|[-. ]\d{3})/g;

const YEAR_PATTERN = /(?<!\d)(?:18|19|20)\d\d(?!\d)/g;

/** Phone numbers, with dates taken out. The same patterns as in the SQL function `private.has_phone_numbers`. */
const PHONE_PATTERNS: readonly RegExp[] = [
  /\d{7}/,
  /\d{3}\)?[-. /]{0,3}\d{3}[-. /]{0,3}\d{4}/,
  // Seven digits. A number and a year aren't a phone number.
  /(?<!\d)\d{3}(?: ?[-.] ?\d{4}| (?!(?:18|19|20)\d\d)\d{4})(?!\d)/,
  /\+[-. (]?\d(?:[-. ()]{0,3}\d){6}/,
  // In letters, such as 1-800-FLOWERS or 555-HELP.
  /(?<!\d)(?:1[-. ]{0,2}\(?8(?:00|33|44|55|66|77|88)\)?[-. ]{0,2}|\(?8(?:00|33|44|55|66|77|88)(?:\) ?|[-.]))[a-z\d](?:[-.]?[a-z\d]){6}/i,
  /(?<!\d)\d{3}[-.](?:\d{3}[-.])?[A-Z]{4}(?![A-Za-z])|(?<!\d)\d{3}[-.][A-Z]{3}[-.]?[A-Z]{4}/,
  // In words.
  /(?<!\p{L})(?:(?:zero|oh|one|two|three|four|five|six|seven|eight|nine|hundred)[-., ]{1,2}){6}(?:zero|oh|one|two|three|four|five|six|seven|eight|nine)(?!\p{L})/iu,
];

/** Longer numbers as other countries write them, with years taken out, too. */
const LONG_NUMBER_PATTERNS: readonly RegExp[] = [
  /(?<!\d)\(?0\d{1,4}\)?(?:[-. ]{1,2}\d{2,4}){2}/,
  /\d(?:[-. ()]{0,2}\d){9}/,
];

/** Returns the text as a reader sees it, in the characters that the patterns know. */
const toVisibleText = (text: string): string =>
  normalizeText(text, "NFKC").replaceAll(INVISIBLE_PATTERN, "").replaceAll("。", ".");

/** Returns whether an email client could turn part of the text into a URL, a domain, an email address or a network path. */
export function hasWebLinks(text: string): boolean {
  const visibleText = toVisibleText(text);
  return WEB_LINK_PATTERNS.some((pattern) => pattern.test(visibleText));
}

function hasPhoneNumbers(text: string): boolean {
  const numbers = toVisibleText(text)
    .replaceAll(DASHES, "-")
    .replaceAll(/\s/g, " ")
    .replaceAll(/\p{Nd}/gu, (digit) => (/\d/.test(digit) ? digit : "5"))
    .replaceAll(DATE_PATTERN, ",");
  const longNumbers = numbers.replaceAll(YEAR_PATTERN, ",");
  return (
    PHONE_PATTERNS.some((pattern) => pattern.test(numbers)) ||
    LONG_NUMBER_PATTERNS.some((pattern) => pattern.test(longNumbers))
  );
}

/**
 * Returns whether an email client could turn part of the text into a link, or whether it has a phone number, in letters,
 * too.
 */
export const hasLinks = (text: string): boolean => hasWebLinks(text) || hasPhoneNumbers(text);

/**
 * Puts a space after the periods of initials and abbreviations in a name, such as J.Edgar, St.Clair, v.d.Berg or ดร.สมชาย, which
 * otherwise look like domains.
 */
export const separateInitials = (name: string): string =>
  name
    .replaceAll(
      /(?<=(?<!\p{L}|\d)(?:\p{Lu}\p{Ll}{0,2}|\p{Ll}|Brig|Capt|Chap|Chas|Cmdr|Msgr|Prof|Thos)\.)(?=\p{Lu}\p{L})/gu,
      " ",
    )
    // Scripts without capitals.
    .replaceAll(/(?<=\p{Lo}\p{M}*\.)(?=\p{Lo})/gu, " ");

export const LINKS_MESSAGE =
  "Leave out links, email addresses and phone numbers, and put a space after each period.";

export const CARD_MESSAGE_MAX_LENGTH = 500;
