import type { ImportDecimalMark } from "../../contracts/choices.ts";
import { readPlainly } from "./cell-text.ts";

const CURRENCY_BEFORE = /^(?:USD ?\$?|(?:US|U\.S\.)? ?\$) ?/i;
const CURRENCY_AFTER = / ?(?:USD|US\$|\$)$/i;

/** Spaces or apostrophes between groups of three digits: 1 250,00. */
const SPACED_GROUPS = /^\d{1,3}(?:[ '’]\d{3})+(?:[.,]\d{0,2})?$/;

/** Digits with a decimal point, with or without commas between groups of three: 1,234.50 or 1234.5. */
const POINT_DECIMALS = /^(?:\d{1,3}(?:,\d{3})+|\d+)?(?:\.(\d*))?$/;
/**
 * Digits with a decimal comma, with or without points between groups of three: 1.234,50. Many countries outside the US
 * write amounts like this.
 */
const COMMA_DECIMALS = /^(?:\d{1,3}(?:\.\d{3})+|\d+)?,(\d{1,2})$/;

/** Digits with a decimal comma, where three digits after a point are thousands: 1.250. */
const COMMA_ONLY_DECIMALS = /^(?:\d{1,3}(?:\.\d{3})+|\d+)?(?:,(\d*))?$/;

function matchDecimals(text: string, mark: ImportDecimalMark | null): RegExpExecArray | null {
  if (mark === "comma") return COMMA_ONLY_DECIMALS.exec(text);
  const match = POINT_DECIMALS.exec(text);
  return match === null && mark === null ? COMMA_DECIMALS.exec(text) : match;
}

/** Returns the text without its sign and its currency. Two signs are no sign: nobody knows what (-50) means. */
function takeSign(cell: string): { readonly text: string; readonly sign: number } {
  let text = readPlainly(cell);
  const signs: string[] = [];
  const take = (pattern: RegExp) => {
    const [, sign, rest] = pattern.exec(text) ?? [];
    if (sign === undefined || rest === undefined) return;
    signs.push(sign);
    text = rest.trim();
  };
  const takeAll = () => {
    take(/^(\()(.*)\)$/);
    take(/^([-+])(.*)$/);
  };
  takeAll();
  text = text.replace(CURRENCY_BEFORE, "").replace(CURRENCY_AFTER, "");
  takeAll();
  // 50.- has no cents, whereas 50.00- is what accounting systems write for -50.00.
  const [, digits] = /^(.*\d) ?-$/.exec(text) ?? [];
  if (digits !== undefined) {
    signs.push("-");
    text = digits;
  }
  if (SPACED_GROUPS.test(text)) text = text.replaceAll(/[ '’]/g, "");
  return signs.length > 1
    ? { text: "", sign: 1 }
    : { text, sign: (signs[0] ?? "+") === "+" ? 1 : -1 };
}

/** Returns the character before the cents in a cell. Null if the cell doesn't show it, as in 1,250 or 50. */
export function findMarkOf(cell: string): ImportDecimalMark | null {
  const { text } = takeSign(cell);
  if (/^[\d.,]+$/.test(text) && /\d/.test(text)) {
    if (/\.\d{1,2}$|,\d{3}[.,]/.test(text) && POINT_DECIMALS.test(text)) return "point";
    if (/,\d{1,2}$|\.\d{3}[.,]/.test(text) && COMMA_ONLY_DECIMALS.test(text)) return "comma";
  }
  return null;
}

/**
 * Returns the cents of an amount as people and other systems write it, such as $1,234.50, 1234.5, 1.234,50, (50.00) or
 * -50 USD. Returns undefined for everything else. If the file's amounts show which mark comes before the cents, amounts
 * with the other one aren't guessed. Otherwise, a single comma followed by three digits is read as a thousands separator.
 */
export function readAmount(
  cell: string,
  mark: ImportDecimalMark | null = null,
): number | undefined {
  const { text, sign } = takeSign(cell);
  if (!/\d/.test(text)) return undefined;
  const match = matchDecimals(text, mark);
  if (match === null) return undefined;
  const decimals = match[1] ?? "";
  // In some countries, 1.250 means 1250, so amounts with three decimals are ambiguous.
  if (decimals.length === 3 || /[1-9]/.test(decimals.slice(2))) return undefined;
  const wholePart = text.slice(0, text.length - (match[1] === undefined ? 0 : decimals.length + 1));
  const wholeDigits = wholePart.replaceAll(/\D/g, "");
  if (wholeDigits.length > 12) return undefined;
  return sign * (Number(wholeDigits) * 100 + Number(decimals.slice(0, 2).padEnd(2, "0"))) || 0;
}
