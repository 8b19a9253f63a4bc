/**
 * Determines how the money came in. If another platform collected it by card or wallet, the method is `other_platform`.
 */
const METHODS: readonly (readonly [RegExp, string])[] = [
  [/\b(?:daf|donor advised(?: fund)?)\b/, "donor_advised_fund"],
  [/\b(?:ira|qcd|qualified charitable distribution)\b/, "ira"],
  [/\b(?:employer match|matching gift|corporate match)\b/, "employer_match"],
  [/\be ?che(?:ck|que)\b/, "bank_transfer"],
  [/\bche(?:ck|que)/, "check"],
  [/\bcash\b(?! ?app)/, "cash"],
  [/\b(?:stocks?|securities)\b/, "stock"],
  [
    /\b(?:ach|bank|wire|transfer|eft|sepa|direct (?:debit|deposit)|us bank account)\b/,
    "bank_transfer",
  ],
  [
    /\b(?:card|credit|debit|visa|mastercard|amex|american express|discover|paypal|venmo|zelle|stripe|apple|google|cash ?app|wallet|online|link|authorize|square|crypto|payroll|other platform)\b/,
    "other_platform",
  ],
];

const NO_PLATFORM = /\b(?:offline|manual|other)\b/;

const findMethod = (words: string): string | undefined =>
  METHODS.find(([pattern]) => pattern.test(words))?.[1];

export const saysHowItWasPaid = (words: string): boolean => findMethod(words) !== undefined;

export const isKnownMethod = (words: string): boolean =>
  saysHowItWasPaid(words) || NO_PLATFORM.test(words);

/**
 * Reads how the donation was made. If the file comes from a platform and doesn't say otherwise, the platform collected
 * the donation.
 */
export function readMethod(text: string, isPlatform: boolean): string {
  const words = text.toLowerCase().replaceAll(/[_-]/g, " ");
  return findMethod(words) ?? (isPlatform && !NO_PLATFORM.test(words) ? "other_platform" : "other");
}
