import {
  acknowledgment,
  type DocumentText,
  type DonationDocument,
  formatDate,
  organizationLines,
} from "./donation-documents.ts";

/** Data of a letter for donated goods or shares. */
export interface NoncashDocument extends Pick<
  DonationDocument,
  "organization" | "donor" | "issuedOn"
> {
  /** Such as `40 shares of Apple Inc. (AAPL)`. */
  readonly gift: string;
  /** YYYY-MM-DD */
  readonly date: string;
  /** The day on which the letter that this one corrects was emailed. */
  readonly replacedLetterDate: string | null;
  readonly isDemo: boolean;
}

/**
 * Says what a charity must say about goods and shares, which only the donor may value (IRS Publications 526 and 1771).
 */
export function noncashAcknowledgment({
  organization,
  isDemo,
}: {
  readonly organization: { readonly name: string; readonly taxId: string } | null;
  readonly isDemo: boolean;
}): readonly string[] {
  const [nothingInReturn = "", ...others] = acknowledgment({ organization, gifts: [{ isDemo }] });
  return [
    nothingInReturn,
    "We don't put a value on goods or shares. For your taxes, you determine what they were worth on the day we received them.",
    ...others,
  ];
}

const noteOf = ({ gift, replacedLetterDate }: NoncashDocument): string =>
  replacedLetterDate === null
    ? gift
    : `${gift} · Replaces our letter dated ${formatDate(replacedLetterDate)}`;

export const noncashText = (letter: NoncashDocument): DocumentText => ({
  title: "Gift acknowledgment",
  organization: organizationLines(letter),
  donor: [letter.donor.name, ...(letter.donor.email === null ? [] : [letter.donor.email])],
  issued: `Issued ${formatDate(letter.issuedOn)}`,
  rows: [{ id: "gift", date: formatDate(letter.date), note: noteOf(letter), amount: "" }],
  total: null,
  sentences: noncashAcknowledgment(letter),
});
