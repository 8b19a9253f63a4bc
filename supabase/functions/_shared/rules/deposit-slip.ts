import {
  type DocumentText,
  type DonationDocument,
  formatDate,
  formatMoney,
  listOrganizationLines,
} from "./donation-documents.ts";

interface DepositEntry {
  readonly donationId: string;
  readonly donorName: string;
  readonly method: string;
  readonly reference: string | null;
  readonly amount: unknown;
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
    organization: listOrganizationLines({ organization }),
    donor: reference === null ? [] : [`Slip ${reference}`],
    issuedLine: `Deposited ${formatDate(depositedOn)}`,
    rows: [
      ...(cashCents > 0
        ? [{ id: "cash", date: "Cash", note: "", amount: formatMoney(cashCents / 100) }]
        : []),
      ...checks.map(({ donationId, donorName, reference: number, amount }) => ({
        id: donationId,
        date: number ?? "No number",
        note: donorName,
        amount: formatMoney(Number(amount)),
      })),
    ],
    total: formatMoney(Number(slipTotal)),
    sentences: [],
  };
}
