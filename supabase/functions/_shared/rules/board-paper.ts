import type { DonationMethod } from "../contracts/choices.ts";
import {
  type DocumentText,
  type DonationDocument,
  formatDate,
  formatDollars,
  listOrganizationLines,
} from "./donation-documents.ts";
import { DONATION_METHOD } from "./donation-methods.ts";

/** A year's figures. Those of areas that the reader doesn't have are null. */
interface BoardFigures {
  readonly from: string;
  readonly to: string;
  readonly donations: {
    /** Postgres may return it as text. */
    readonly total: unknown;
    readonly donationCount: number;
    readonly donorCount: number;
    readonly sources: readonly {
      readonly method: DonationMethod;
      /** Postgres may return it as text. */
      readonly total: unknown;
      readonly donationCount: number;
    }[];
  } | null;
  readonly volunteers: {
    readonly hours: unknown;
    readonly people: number;
    readonly shifts: number;
  } | null;
  readonly deliveries: {
    readonly packages: number;
    readonly families: number;
    readonly deliveryCount: number;
  } | null;
}

const countFormat = new Intl.NumberFormat("en-US");
const hourFormat = new Intl.NumberFormat("en-US", { maximumFractionDigits: 1 });

const countNoun = (count: number, singular: string, plural: string): string =>
  `${countFormat.format(count)} ${count === 1 ? singular : plural}`;

/** Returns a sentence for each figure except the sums of donations. */
function listSentences({ donations, volunteers, deliveries }: BoardFigures): readonly string[] {
  return [
    ...(deliveries === null
      ? []
      : [
          `We shipped ${countNoun(deliveries.packages, "box", "boxes")} to ` +
            `${countNoun(deliveries.families, "family", "families")} in ` +
            `${countNoun(deliveries.deliveryCount, "delivery", "deliveries")}.`,
        ]),
    ...(volunteers === null
      ? []
      : [
          `${countNoun(volunteers.people, "volunteer", "volunteers")} worked ` +
            `${hourFormat.format(Number(volunteers.hours))} hours, in ${countNoun(volunteers.shifts, "shift", "shifts")}.`,
        ]),
    ...(donations === null
      ? []
      : [
          `${countNoun(donations.donorCount, "donor", "donors")} gave ${formatDollars(Number(donations.total))} in ` +
            `${countNoun(donations.donationCount, "donation", "donations")}, after refunds.`,
        ]),
  ];
}

/** Returns the year's figures as a paper. */
export function createBoardPaper(
  figures: BoardFigures,
  organization: DonationDocument["organization"],
): DocumentText {
  const { from, to, donations } = figures;
  return {
    title: `For the board: ${from.slice(0, 4)}`,
    heading: `For the board: ${from.slice(0, 4)}`,
    organization: listOrganizationLines({ organization }),
    donor: ["The board of directors"],
    issuedLine: `${formatDate(from)} to ${formatDate(to)}`,
    salutation: null,
    paragraphs: listSentences(figures),
    columns: ["Donations", "Source", "Amount"],
    rows: (donations?.sources ?? []).map(({ method, total, donationCount }) => ({
      id: method,
      date: countFormat.format(donationCount),
      note: DONATION_METHOD[method],
      amount: formatDollars(Number(total)),
    })),
    total: donations && formatDollars(Number(donations.total)),
    sentences: [],
  };
}
