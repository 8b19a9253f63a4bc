import {
  CARD_CVV_MAX_LENGTH,
  CARD_EXPIRY_MAX_LENGTH,
  CARD_NUMBER_MAX_LENGTH,
} from "#contracts/limits.ts";

const keepDigits = (value: string) => value.replace(/\D/g, "");

/** The years of 2000 are over, so a year that begins with 20 has four digits. */
const CENTURY_PATTERN = /^(\d\d)20(\d{1,2})/;

/** Formats as digits only, in groups of 4, at most 19 characters (DON-19). */
export const formatCardNumber = (value: string): string =>
  keepDigits(value)
    .replace(/(\d{4})(?=\d)/g, "$1 ")
    .slice(0, CARD_NUMBER_MAX_LENGTH)
    .trim();

/** Verifies the check digit (ISO/IEC 7812-1), to catch typos before asking the provider. */
export const passesLuhn = (value: string): boolean => {
  const sum = Array.from(keepDigits(value), Number)
    .toReversed()
    .reduce((total, digit, index) => {
      const weightedDigit = index % 2 === 1 ? digit * 2 : digit;
      return total + (weightedDigit > 9 ? weightedDigit - 9 : weightedDigit);
    }, 0);
  return sum > 0 && sum % 10 === 0;
};

/**
 * Formats as MM/YY. A single digit above 1, or before a slash, can only be a month, so it gets a leading zero. Reads
 * `12/2039`, too.
 */
export const formatExpiry = (value: string): string => {
  const digits = keepDigits(value.replace(/^\s*(?:([2-9])\s*$|(\d)\s*[/.-])/, "0$1$2/")).replace(
    CENTURY_PATTERN,
    "$1$2",
  );
  const formattedExpiry = digits.length > 2 ? `${digits.slice(0, 2)}/${digits.slice(2)}` : digits;
  return formattedExpiry.slice(0, CARD_EXPIRY_MAX_LENGTH);
};

export const formatCvv = (value: string): string => keepDigits(value).slice(0, CARD_CVV_MAX_LENGTH);

/** Cards are valid until the end of their month. */
export const isExpiryInFuture = (expiry: string, now: Date): boolean => {
  const match = /^(0[1-9]|1[0-2])\/(\d{2})$/.exec(expiry);
  if (!match) return false;
  const firstInvalidMoment = new Date(2000 + Number(match[2]), Number(match[1]), 1);
  return firstInvalidMoment > now;
};
