import type { ImportDecimalMark } from "../../contracts/choices.ts";

const CURRENCY = /^(?:US\s?)?\$|^USD\b|\bUSD$|\$$/i;

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

/** Returns the text without its sign and its currency. */
function takeSign(cell: string): { readonly text: string; readonly sign: number } {
  let text = cell.trim().replaceAll("\u2212", "-");
  const isInParentheses = /^\(.*\)$/.test(text);
  if (isInParentheses) text = text.slice(1, -1).trim();
  let sign = isInParentheses ? -1 : 1;
  const take = () => {
    if (!/^[-+]/.test(text)) return;
    if (text.startsWith("-")) sign = -sign;
    text = text.slice(1).trim();
  };
  take();
  text = text.replace(CURRENCY, "").trim();
  take();
  return { text, sign };
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
