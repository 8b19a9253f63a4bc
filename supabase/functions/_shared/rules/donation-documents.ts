import type { DonationMethod } from "../contracts/choices.ts";
import { describeBoxes } from "./describe-boxes.ts";
import { getDedication } from "./dedication.ts";

/** The data of a receipt for one donation, or of an annual statement. */
export interface DonationDocument {
  readonly organization: {
    readonly name: string;
    readonly taxId: string;
    readonly address: string;
    readonly phone: string;
    readonly email: string;
  } | null;
  readonly donor: { readonly name: string; readonly email: string | null };
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
}

/** The text of a receipt, statement or letter, shared by the screen, print and PDF versions. */
export interface DocumentText {
  readonly title: string;
  readonly organization: readonly string[];
  readonly donor: readonly string[];
  readonly issuedLine: string;
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

/** Returns the statement for `year` or, if no year is given, a receipt. */
export const createDocumentText = (
  document: DonationDocument,
  year?: number,
): DocumentText & { readonly total: string } => ({
  title: year === undefined ? "Gift receipt" : nameStatement(year, document.issuedOn),
  organization: listOrganizationLines(document),
  donor: [document.donor.name, ...(document.donor.email === null ? [] : [document.donor.email])],
  issuedLine:
    `Issued ${formatDate(document.issuedOn)}` +
    (document.isCorrected === true ? " · Corrected, replaces earlier statements" : ""),
  rows: document.gifts.map((donation) => ({
    id: donation.id,
    date: formatDate(donation.date),
    note: createNote(donation),
    amount: dollarFormat.format(donation.net),
  })),
  total: dollarFormat.format(document.total),
  sentences: [
    ...(year === undefined ? listImpactSentences(document) : []),
    ...createAcknowledgment(document),
  ],
});

/** Returns the letterhead. It is empty until the organization has entered its details. */
export function listOrganizationLines({
  organization,
}: Pick<DonationDocument, "organization">): readonly string[] {
  if (organization === null) return [];
  const { name, taxId, address, phone, email } = organization;
  return [name, ...address.split(/\s*\n\s*/), `${phone} · ${email}`, `EIN ${taxId}`];
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
    : ` · Receipt number ${receiptNumber}`) +
  (replacedReceiptNumber === null ? "" : `, replaces ${replacedReceiptNumber}`);

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
            `EIN ${organization.taxId}.`,
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
