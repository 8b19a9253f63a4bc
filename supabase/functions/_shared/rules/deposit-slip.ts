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
  const cash = deposited.filter(({ method }) => method === "cash");
  const others = deposited.filter(({ method }) => method !== "cash");
  const checks = others.filter(({ method }) => method === "check");
  const cashRow = {
    id: "cash",
    date: formatDate(depositedOn),
    note: "Cash",
    amount: formatSum(cash),
  };
  return {
    title: "Deposit slip",
    heading: "Deposit slip",
    organization: listOrganizationLines({ organization }),
    donor: reference === null ? [] : [reference],
    issuedLine: `Deposit on ${formatDate(depositedOn)}`,
    salutation: null,
    paragraphs: [],
    rows: [
      ...(cash.length > 0 ? [cashRow] : []),
      ...others.map(({ donationId, donorName, reference: number, amount, date, method }) => ({
        id: donationId,
        date: formatDate(date),
        note: [nameEntry(method, number), donorName].filter(Boolean).join(" · "),
        amount: formatDollars(Number(amount)),
      })),
    ],
    total: formatDollars(Number(slipTotal)),
    // Banks count the checks.
    sentences:
      checks.length === 0
        ? []
        : [`${checks.length} ${checks.length === 1 ? "check" : "checks"}, ${formatSum(checks)}.`],
  };
}

const nameEntry = (method: string, number: string | null): string =>
  [...(method === "check" ? ["Check"] : []), ...(number === null ? [] : [number])].join(" ");

const formatSum = (entries: readonly DepositEntry[]): string =>
  formatDollars(
    entries.reduce((cents, { amount }) => cents + Math.round(Number(amount) * 100), 0) / 100,
  );
