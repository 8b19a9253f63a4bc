import {
  type DocumentText,
  type DonationDocument,
  formatDate,
  formatDollars,
  listOrganizationLines,
} from "./donation-documents.ts";

interface DepositEntry {
  readonly donationId: string;
  readonly donorName: string;
  readonly method: string;
  readonly reference: string | null;
  readonly amount: unknown;
  readonly date: string;
  readonly isOffsettingEntry: boolean;
}

interface Deposit {
  readonly depositedOn: string;
  readonly slipTotal: unknown;
  readonly reference: string | null;
  readonly entries: readonly DepositEntry[];
}

/** Returns the slip to take to the bank: cash as one line, then each check. */
export function createDepositSlip(
  { depositedOn, slipTotal, reference, entries }: Deposit,
  organization: DonationDocument["organization"],
): DocumentText {
  const deposited = entries.filter(({ isOffsettingEntry }) => !isOffsettingEntry);
  const cashCents = deposited
    .filter(({ method }) => method === "cash")
    .reduce((cents, { amount }) => cents + Math.round(Number(amount) * 100), 0);
  const checks = deposited.filter(({ method }) => method !== "cash");
  return {
    title: "Deposit slip",
    heading: "Deposit slip",
    organization: listOrganizationLines({ organization }),
    donor: reference === null ? [] : [reference],
    issuedLine: `For the deposit on ${formatDate(depositedOn)}`,
    salutation: null,
    paragraphs: [],
    rows: [
      ...(cashCents > 0
        ? [
            {
              id: "cash",
              date: formatDate(depositedOn),
              note: "Cash",
              amount: formatDollars(cashCents / 100),
            },
          ]
        : []),
      ...checks.map(({ donationId, donorName, reference: number, amount, date }) => ({
        id: donationId,
        date: formatDate(date),
        note: number === null ? donorName : `${number} · ${donorName}`,
        amount: formatDollars(Number(amount)),
      })),
    ],
    total: formatDollars(Number(slipTotal)),
    sentences: [],
  };
}
