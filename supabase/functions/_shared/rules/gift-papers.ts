/** A receipt over one gift, or an annual statement, as the ledger gives it. */
export interface GiftPaper {
  readonly organization: {
    readonly name: string;
    readonly taxId: string;
    readonly address: string;
    readonly phone: string;
    readonly email: string;
  } | null;
  readonly donor: { readonly name: string; readonly email: string };
  readonly gifts: readonly {
    readonly id: string;
    readonly receiptNumber: string;
    readonly amount: number;
    readonly refunded: number;
    readonly net: number;
    /** YYYY-MM-DD */
    readonly date: string;
    readonly isRecurring: boolean;
    readonly inHonorOf: string | null;
    readonly isDemo: boolean;
  }[];
  readonly total: number;
  /** YYYY-MM-DD */
  readonly issuedOn: string;
}

/** What stands on it, in the same words on the screen, on paper and as a PDF. */
export interface PaperText {
  readonly title: string;
  readonly organization: readonly string[];
  readonly donor: readonly string[];
  readonly issued: string;
  readonly rows: readonly {
    readonly id: string;
    readonly date: string;
    readonly note: string;
    readonly amount: string;
  }[];
  readonly total: string;
  readonly sentences: readonly string[];
}

const dollars = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" });
const longDate = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "UTC" });
const dateOf = (day: string) => longDate.format(new Date(`${day}T00:00:00Z`));

/** A statement over that year; without one a receipt. */
export const paperText = (paper: GiftPaper, year?: number): PaperText => ({
  title: year === undefined ? "Gift receipt" : `Annual giving statement ${year}`,
  organization: organizationLines(paper),
  donor: [paper.donor.name, paper.donor.email],
  issued: `Issued ${dateOf(paper.issuedOn)}`,
  rows: paper.gifts.map((gift) => ({
    id: gift.id,
    date: dateOf(gift.date),
    note: noteOf(gift),
    amount: dollars.format(gift.net),
  })),
  total: dollars.format(paper.total),
  sentences: acknowledgment(paper),
});

/** The head of every paper; empty until the organisation has entered its own details. */
export function organizationLines({
  organization,
}: Pick<GiftPaper, "organization">): readonly string[] {
  if (organization === null) return [];
  const { name, taxId, address, phone, email } = organization;
  return [name, ...address.split(/\s*\n\s*/), `${phone} · ${email}`, `EIN ${taxId}`];
}

const noteOf = ({
  receiptNumber,
  isRecurring,
  inHonorOf,
  refunded,
  amount,
}: GiftPaper["gifts"][number]) =>
  [
    isRecurring ? "Monthly gift, in US dollars" : "Gift of money, in US dollars",
    ...(inHonorOf === null ? [] : [`in honor of ${inHonorOf}`]),
    ...(refunded > 0
      ? [`${dollars.format(amount)} less ${dollars.format(refunded)} refunded`]
      : []),
  ].join(", ") + ` · Receipt number ${receiptNumber}`;

/** What the IRS asks of a written acknowledgment (Publication 1771); a receipt's mail says the same. */
export function acknowledgment({
  organization,
  gifts,
}: {
  readonly organization: { readonly name: string; readonly taxId: string } | null;
  readonly gifts: readonly { readonly isDemo: boolean }[];
}): readonly string[] {
  const these = gifts.length === 1 ? "this contribution" : "these contributions";
  return [
    `No goods or services were provided in exchange for ${these}.`,
    ...(organization === null
      ? []
      : [
          `${organization.name} is tax-exempt under section 501(c)(3) of the Internal Revenue Code, ` +
            `EIN ${organization.taxId}.`,
        ]),
    gifts.some(({ isDemo }) => isDemo)
      ? "Demo: no card was charged, and this document is not valid for tax purposes."
      : "Please keep this document for your tax records.",
  ];
}
