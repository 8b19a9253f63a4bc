import { ZIP_CODE_MAX_LENGTH } from "#contracts/limits.ts";

/** Formats as 76102 or 76102-1234, also if the parts are pasted with a space or another dash between them. */
export const formatZip = (value: string): string => {
  const digits = value.replace(/\D/g, "");
  const separator = digits.length > 5 || /\d\s*[-\u2010-\u2015\u2212]\s*$/.test(value) ? "-" : "";
  return `${digits.slice(0, 5)}${separator}${digits.slice(5)}`.slice(0, ZIP_CODE_MAX_LENGTH);
};
