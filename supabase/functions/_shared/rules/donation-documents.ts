import type { DonationMethod } from "../contracts/choices.ts";
import { describeBoxes } from "./describe-boxes.ts";
import { type CardDelivery, describeCardDelivery } from "./card-delivery.ts";
import { getDedication } from "./dedication.ts";
import { keepOnOneLine } from "./keep-on-one-line.ts";

/** The data of a receipt for one donation, or of an annual statement. */
export interface DonationDocument {
  readonly organization: {
    readonly name: string;
    readonly taxId: string;
    readonly address: string;
    readonly phone: string;
    readonly email: string;
  } | null;
  readonly donor: {
    readonly name: string;
    readonly email: string | null;
    /** What follows "Dear". */
    readonly salutation: string;
    /** The postal address, on several lines. Null if we don't know it. */
    readonly address: string | null;
  };
  readonly gifts: readonly {
    readonly id: string;
    /** Null if another system has already sent a receipt. */
    readonly receiptNumber: string | null;
    readonly amount: number;
    readonly feeCovered: number;
    readonly refunded: number;
    readonly net: number;
    /** The day of the donation, as YYYY-MM-DD. */
    readonly date: string;
    readonly isRecurring: boolean;
    readonly inHonorOf: string | null;
    readonly isMemorial: boolean;
    readonly isDemo: boolean;
    readonly method: DonationMethod;
    /** The number of the receipt that this receipt corrects. */
    readonly replacedReceiptNumber: string | null;
  }[];
  readonly total: number;
  /** The price of a care package, in dollars. */
  readonly packagePrice: number;
  /** The day on which the document is issued, as YYYY-MM-DD. */
  readonly issuedOn: string;
  /** True for a statement that has changed since it was sent. */
  readonly isCorrected?: boolean | undefined;
  /** The card that a receipt announces. Null if none is waiting to be sent. */
  readonly announcedCard?: CardDelivery | null | undefined;
}

/** The end of every paper, from the settings. */
export interface Closing {
  /** A sentence of thanks. */
  readonly thanks: string;
  /** Null if the organization itself signs. */
  readonly signerName: string | null;
  readonly signerTitle: string | null;
}

/** Used until an administrator writes another one. */
export const DEFAULT_THANKS =
  "Thank you. Because of you, someone far from home will open a box and feel remembered.";

/** The text of a receipt, statement or letter, shared by the screen, print and PDF versions. */
export interface DocumentText {
  readonly title: string;
  /** What the paper shows as its heading. Null for letters that don't have one. */
  readonly heading: string | null;
  readonly organization: readonly string[];
  /** The donor's name, and the postal address or, if we don't know it, the email address. */
  readonly donor: readonly string[];
  readonly issuedLine: string;
  /** With its comma. Null for a deposit slip, which is no letter and isn't signed. */
  readonly salutation: string | null;
  /** What is written between the salutation and the list of donations. */
  readonly paragraphs: readonly string[];
  /** The headings of the list's columns, if it isn't a list of dates, gifts and amounts. */
  readonly columns?: readonly [date: string, note: string, amount: string];
  readonly rows: readonly {
    readonly id: string;
    readonly date: string;
    readonly note: string;
    readonly amount: string;
  }[];
  /** Null for goods and shares, which have no amounts. */
  readonly total: string | null;
  readonly sentences: readonly string[];
}

const dollarFormat = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" });
const dateFormat = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "UTC" });
export const formatDollars = (amount: number) => dollarFormat.format(amount);
export const formatDate = (day: string) => dateFormat.format(new Date(`${day}T00:00:00Z`));

const dayFormat = new Intl.DateTimeFormat("en-US", {
  month: "long",
  day: "numeric",
  timeZone: "UTC",
});

/** Names a statement. While its year is running, the name says through which day, because more gifts may follow. */
export const nameStatement = (year: number, issuedOn: string): string =>
  issuedOn < `${year + 1}`
    ? `Giving in ${year}, through ${dayFormat.format(new Date(`${issuedOn}T00:00:00Z`))}`
    : `Annual giving statement ${year}`;

const createTitle = (year: number | undefined, issuedOn: string) =>
  year === undefined ? "Gift receipt" : nameStatement(year, issuedOn);

const splitLines = (text: string): readonly string[] =>
  text
    .trim()
    .split(/\s*\n\s*/)
    .filter((line) => line !== "");

/** Returns what all papers begin with. */
export const createLetterhead = (
  paper: Pick<DonationDocument, "organization" | "donor" | "issuedOn">,
) => {
  const { name, email, salutation, address } = paper.donor;
  const addressLines = splitLines(address ?? "");
  const emailLines = email === null ? [] : [email];
  return {
    organization: listOrganizationLines(paper),
    donor: [name, ...(addressLines.length === 0 ? emailLines : addressLines)],
    issuedLine: `Issued ${formatDate(paper.issuedOn)}`,
    salutation: `Dear ${salutation},`,
  };
};

/** Returns the statement for `year` or, if no year is given, a receipt. */
export const createDocumentText = (
  document: DonationDocument,
  year?: number,
  thanks?: string,
): DocumentText & { readonly total: string } => ({
  ...createLetterhead(document),
  issuedLine:
    `Issued ${formatDate(document.issuedOn)}` +
    (document.isCorrected === true ? " · Corrected, replaces earlier statements" : ""),
  title: createTitle(year, document.issuedOn),
  heading: createTitle(year, document.issuedOn),
  paragraphs: thanks === undefined ? [] : [thanks],
  rows: document.gifts.map((donation) => ({
    id: donation.id,
    date: formatDate(donation.date),
    note: createNote(donation),
    amount: dollarFormat.format(donation.net),
  })),
  total: dollarFormat.format(document.total),
  sentences: [
    ...(year === undefined ? listImpactSentences(document) : []),
    ...(document.announcedCard ? [describeCardDelivery(document.announcedCard)] : []),
    ...createAcknowledgment(document),
  ],
});

/** Returns the letterhead. It is empty until the organization has entered its details. */
export function listOrganizationLines({
  organization,
}: Pick<DonationDocument, "organization">): readonly string[] {
  if (organization === null) return [];
  const { name, taxId, address, phone, email } = organization;
  return [name, ...splitLines(address), `${phone} · ${email}`, `EIN ${taxId}`];
}

const listImpactSentences = ({ gifts: donations, packagePrice }: DonationDocument) =>
  donations.map(
    ({ net, feeCovered }) => `This gift fills ${describeBoxes(net - feeCovered, packagePrice)}.`,
  );

const GIFT_NAMES: Readonly<Partial<Record<DonationMethod, string>>> = {
  ira: "Gift from an individual retirement account (IRA)",
};

const createNote = ({
  receiptNumber,
  isRecurring,
  inHonorOf,
  isMemorial,
  refunded,
  amount,
  method,
  replacedReceiptNumber,
}: DonationDocument["gifts"][number]) =>
  [
    isRecurring
      ? "Monthly gift, in US dollars"
      : `${GIFT_NAMES[method] ?? "Monetary gift"}, in US dollars`,
    ...(inHonorOf === null ? [] : [`${getDedication(isMemorial)} ${inHonorOf}`]),
    ...(refunded > 0
      ? [`${dollarFormat.format(amount)} less ${dollarFormat.format(refunded)} refunded`]
      : []),
  ].join(", ") +
  (receiptNumber === null
    ? " · receipted by our former system"
    : ` · ${keepOnOneLine(`Receipt number ${receiptNumber}`)}`) +
  (replacedReceiptNumber === null ? "" : `, ${keepOnOneLine(`replaces ${replacedReceiptNumber}`)}`);

/** Returns the acknowledgment the IRS requires (Publication 1771). Receipt emails use the same text. */
export function createAcknowledgment({
  organization,
  gifts: donations,
}: {
  readonly organization: { readonly name: string; readonly taxId: string } | null;
  readonly gifts: readonly { readonly isDemo: boolean; readonly method?: DonationMethod }[];
}): readonly string[] {
  const contributions = donations.length === 1 ? "this contribution" : "these contributions";
  return [
    `No goods or services were provided in exchange for ${contributions}.`,
    ...(organization === null
      ? []
      : [
          `${organization.name} is tax-exempt under section 501(c)(3) of the Internal Revenue Code, ` +
            `${keepOnOneLine(`EIN ${organization.taxId}`)}.`,
        ]),
    // IRS Publication 590-B: a donor can't also deduct a qualified charitable distribution.
    ...(donations.some(({ method }) => method === "ira")
      ? [
          "Gifts from an IRA came directly from its trustee. If you report one as a qualified charitable distribution, " +
            "you can't deduct it as well.",
        ]
      : []),
    donations.some(({ isDemo }) => isDemo)
      ? "Demo: no card was charged, and this document is not valid for tax purposes."
      : "Please keep this document for your tax records.",
  ];
}
