import { LETTER_PLACEHOLDERS, type LetterPlaceholder } from "../contracts/choices.ts";
import {
  createLetterhead,
  type DocumentText,
  type DonationDocument,
  formatDate,
  formatDollars,
} from "./donation-documents.ts";
import { PLACEHOLDER } from "./mail-placeholders.ts";

/** The data of a letter from a template. */
export interface LetterDocument extends Pick<
  DonationDocument,
  "organization" | "donor" | "issuedOn"
> {
  /** The donor's latest donation; null if there is none. */
  readonly lastGift: { readonly amount: number; readonly date: string } | null;
  /** The total of this year's donations. */
  readonly yearTotal: number;
}

const isPlaceholder = (name: string): name is LetterPlaceholder =>
  LETTER_PLACEHOLDERS.some((placeholder) => placeholder === name);

/** Returns whether the letter can be written: one that mentions the latest gift can't be, without a gift. */
export const canFillLetter = (body: string, { lastGift }: LetterDocument): boolean =>
  lastGift !== null || !/\{\{\s*lastGift\s*\}\}/.test(body);

/**
 * Returns the letter, with a salutation unless the body begins with its own. The template's name isn't in it, because
 * that name is for administrators.
 */
export function createLetterText(body: string, letter: LetterDocument): DocumentText {
  const { donor, organization, lastGift, yearTotal, issuedOn } = letter;
  const values: Readonly<Record<LetterPlaceholder, string>> = {
    name: donor.name,
    firstName: donor.salutation,
    lastGift: lastGift ? `${formatDollars(lastGift.amount)} on ${formatDate(lastGift.date)}` : "",
    yearTotal: formatDollars(yearTotal),
    year: issuedOn.slice(0, 4),
    organizationName: organization?.name ?? "",
  };
  const fillIn = (paragraph: string) =>
    paragraph.replaceAll(PLACEHOLDER, (whole: string, dollar: string, untrimmedName: string) => {
      const placeholder = untrimmedName.trim();
      return isPlaceholder(placeholder) ? dollar + values[placeholder] : whole;
    });
  const [first = "", ...others] = body
    .trim()
    .split(/\n\s*\n/)
    .map(fillIn);
  const letterhead = createLetterhead(letter);
  const hasSalutation = /^dear\s.*[,:]$/i.test(first);
  return {
    ...letterhead,
    salutation: hasSalutation ? first : letterhead.salutation,
    issuedLine: formatDate(issuedOn),
    title: "Letter",
    heading: null,
    paragraphs: hasSalutation ? others : [first, ...others],
    rows: [],
    total: null,
    sentences: [],
  };
}
