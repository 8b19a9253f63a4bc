import {
  createAcknowledgment,
  createLetterhead,
  type DocumentText,
  type DonationDocument,
  formatDate,
} from "./donation-documents.ts";

/** The data of a letter for donated goods or shares. */
export interface NoncashDocument extends Pick<
  DonationDocument,
  "organization" | "donor" | "issuedOn"
> {
  /** What was given, such as `40 shares of Apple Inc. (AAPL)`. */
  readonly gift: string;
  /** The day of the donation, as YYYY-MM-DD. */
  readonly date: string;
  /** The day on which we emailed the letter that this letter corrects. */
  readonly replacedLetterDate: string | null;
  readonly isDemo: boolean;
}

/**
 * Returns what a charity must state about donated goods and shares. Only the donor may value them (IRS Publications 526
 * and 1771).
 */
export function createNoncashAcknowledgment({
  organization,
  isDemo,
}: {
  readonly organization: { readonly name: string; readonly taxId: string } | null;
  readonly isDemo: boolean;
}): readonly string[] {
  const [nothingInReturnSentence = "", ...otherSentences] = createAcknowledgment({
    organization,
    gifts: [{ isDemo }],
  });
  return [
    nothingInReturnSentence,
    "We don't put a value on goods or shares. For your taxes, you determine what they were worth on the day we received them.",
    ...otherSentences,
  ];
}

export const createNoncashText = (letter: NoncashDocument, thanks: string): DocumentText => ({
  ...createLetterhead(letter),
  issuedLine: formatDate(letter.issuedOn),
  title: "Gift acknowledgment",
  heading: null,
  paragraphs: [
    `We received your gift of ${letter.gift} on ${formatDate(letter.date)}.`,
    thanks,
    ...createNoncashAcknowledgment(letter),
    ...(letter.replacedLetterDate === null
      ? []
      : [`This letter replaces our letter dated ${formatDate(letter.replacedLetterDate)}.`]),
  ],
  rows: [],
  total: null,
  sentences: [],
});
