import {
  CARD_CVV_MAX_LENGTH,
  CARD_EXPIRY_MAX_LENGTH,
  CARD_NUMBER_MAX_LENGTH,
  ZIP_CODE_MAX_LENGTH,
} from "#contracts/limits.ts";

const keepDigits = (value: string) => value.replace(/\D/g, "");

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

/** Formats as MM/YY. A single digit above 1 can only be a month, so it gets a leading zero. */
export const formatExpiry = (value: string): string => {
  let digits = keepDigits(value);
  if (/^[2-9]$/.test(digits)) digits = `0${digits}`;
  const formattedExpiry = digits.length > 2 ? `${digits.slice(0, 2)}/${digits.slice(2)}` : digits;
  return formattedExpiry.slice(0, CARD_EXPIRY_MAX_LENGTH);
};

export const formatCvv = (value: string): string => keepDigits(value).slice(0, CARD_CVV_MAX_LENGTH);

export const formatZip = (value: string): string =>
  value.replace(/[^\d-]/g, "").slice(0, ZIP_CODE_MAX_LENGTH);

/** Cards are valid until the end of their month. */
export const isExpiryInFuture = (expiry: string, now: Date): boolean => {
  const match = /^(0[1-9]|1[0-2])\/(\d{2})$/.exec(expiry);
  if (!match) return false;
  const firstInvalidMoment = new Date(2000 + Number(match[2]), Number(match[1]), 1);
  return firstInvalidMoment > now;
};
