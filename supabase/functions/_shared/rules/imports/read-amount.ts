const CURRENCY = /^(?:US\s?)?\$|^USD\b|\bUSD$|\$$/i;

/** Digits with a decimal point, with or without commas between groups of three: 1,234.50 or 1234.5. */
const POINT_DECIMALS = /^(?:\d{1,3}(?:,\d{3})+|\d+)?(?:\.(\d*))?$/;
/**
 * Digits with a decimal comma, with or without points between groups of three: 1.234,50. Many countries outside the US
 * write amounts like this.
 */
const COMMA_DECIMALS = /^(?:\d{1,3}(?:\.\d{3})+|\d+)?,(\d{1,2})$/;

/**
 * Returns the cents of an amount as people and other systems write it, such as $1,234.50, 1234.5, 1.234,50, (50.00) or
 * -50 USD. Returns undefined for everything else. A single comma followed by three digits is read as a thousands
 * separator.
 */
export function readAmount(cell: string): number | undefined {
  let text = cell.trim().replaceAll("\u2212", "-");
  const isInParentheses = /^\(.*\)$/.test(text);
  if (isInParentheses) text = text.slice(1, -1).trim();
  let sign = isInParentheses ? -1 : 1;
  const takeSign = () => {
    if (!/^[-+]/.test(text)) return;
    if (text.startsWith("-")) sign = -sign;
    text = text.slice(1).trim();
  };
  takeSign();
  text = text.replace(CURRENCY, "").trim();
  takeSign();
  if (!/\d/.test(text)) return undefined;
  const hasDecimalComma = !POINT_DECIMALS.test(text) && COMMA_DECIMALS.test(text);
  const match = hasDecimalComma ? COMMA_DECIMALS.exec(text) : POINT_DECIMALS.exec(text);
  if (match === null) return undefined;
  const decimals = match[1] ?? "";
  // In some countries, 1.250 means 1250, so amounts with three decimals are ambiguous.
  if (decimals.length === 3 || /[1-9]/.test(decimals.slice(2))) return undefined;
  const wholePart = text.slice(0, text.length - (match[1] === undefined ? 0 : decimals.length + 1));
  const wholeDigits = wholePart.replaceAll(/\D/g, "");
  if (wholeDigits.length > 12) return undefined;
  return sign * (Number(wholeDigits) * 100 + Number(decimals.slice(0, 2).padEnd(2, "0"))) || 0;
}
