import { centsToDollars } from "../money.ts";
import { cutOff } from "./cell-text.ts";
import { readAmount } from "./read-amount.ts";
import { readDate } from "./read-date.ts";
import type { ImportRow } from "./read-row.ts";
import {
  type ImportedFile,
  isYes,
  readAddress,
  readEmail,
  readName,
  type RowCells,
} from "./row-cells.ts";

const AMOUNT_MAX_CENTS = 99_999_999;

/** The payment statuses that other systems use, in lowercase. */
const PAID =
  /^(?:complete|completed|paid|success|succeeded|successful|publish|published|renewal|captured|received)$/;
const PARTLY_REFUNDED = /^(?:partially[ _]refunded|partial refund)$/;
const REFUNDED = /^(?:refunded|fully refunded|refund)$/;
const NEVER_PAID =
  /^(?:failed|failure|pending|processing|cancell?ed|abandoned|revoked|preapproval|authorized|incomplete|blocked|expired|uncaptured|declined|requires[ _].*)$/;

/**
 * Determines how the money came in. If another platform collected it by card or wallet, the method is `other_platform`.
 */
const METHODS: readonly (readonly [RegExp, string])[] = [
  [/\bche(?:ck|que)/, "check"],
  [/\bcash\b(?! ?app)/, "cash"],
  [/\b(?:ach|bank|wire|transfer|eft|sepa|direct debit|us bank account)\b/, "bank_transfer"],
  [
    /\b(?:card|credit|debit|visa|mastercard|amex|discover|paypal|venmo|stripe|apple|google|cash ?app|wallet|online|link|authorize|square)\b/,
    "other_platform",
  ],
];

const IN_KIND = /\bin[- ]?kind\b|\bgoods\b/;

const NO_PLATFORM = /\b(?:offline|manual|other)\b/;

/**
 * Reads how the donation was made. If the file comes from a platform and doesn't say otherwise, the platform collected
 * the donation.
 */
function readMethod(text: string, isPlatform: boolean): string {
  const words = text.toLowerCase().replaceAll(/[_-]/g, " ");
  const knownMethod = METHODS.find(([pattern]) => pattern.test(words))?.[1];
  return knownMethod ?? (isPlatform && !NO_PLATFORM.test(words) ? "other_platform" : "other");
}

function readCents(cells: RowCells): number {
  const cents = readAmount(cells.readText("amount"));
  if (cents === undefined) {
    cells.addProblem("amount", "Enter an amount, such as 50 or 50.25.");
  } else if (cents < 0) {
    cells.addProblem("amount", "This is negative. Put refunds in a column of their own.");
  } else if (cents === 0) {
    cells.addProblem("amount", "Enter an amount greater than $0.");
  } else if (cents > AMOUNT_MAX_CENTS) {
    cells.addProblem("amount", "Enter at most $999,999.99.");
  }
  return cents !== undefined && cents > 0 && cents <= AMOUNT_MAX_CENTS ? cents : 0;
}

/** Reads the refunded column. It contains an amount, or says whether the whole donation was refunded. */
function readRefundedCents(cells: RowCells, amountCents: number): number {
  const text = cells.readText("refunded");
  const status = cells.readText("status").toLowerCase();
  if (PARTLY_REFUNDED.test(status) && !/[1-9]/.test(text)) {
    cells.addProblem("status", "Enter the refunded amount in a column of its own.");
    return 0;
  }
  if (isYes(text) && text !== "1") return amountCents;
  const cents = text === "" || /^(?:no|n|false|f)$/i.test(text) ? 0 : readAmount(text);
  if (cents === undefined) {
    cells.addProblem("refunded", "Enter the amount that was refunded, or leave it blank.");
    return 0;
  }
  const refundedCents = Math.abs(cents);
  if (refundedCents > amountCents && amountCents > 0) {
    cells.addProblem("refunded", "This is more than the donation.");
  }
  return REFUNDED.test(status) && refundedCents === 0 ? amountCents : refundedCents;
}

function readFeeCents(cells: RowCells, amountCents: number): number {
  const cents = readAmount(cells.readText("feeCovered")) ?? 0;
  return cents > 0 && cents < amountCents ? cents : 0;
}

/**
 * Returns the reason for skipping the row, such as a failed payment, or null. An unknown status is a problem instead,
 * because the money may or may not have arrived.
 */
function findSkipReason(cells: RowCells): string | null {
  const status = cells.readText("status");
  if (/^(?:test|test mode)$/i.test(cells.readText("mode"))) return "A test payment";
  if (NEVER_PAID.test(status.toLowerCase())) return `Not paid: ${cutOff(status, 60)}`;
  return null;
}

function checkMoney(cells: RowCells): void {
  const status = cells.readText("status").toLowerCase();
  if (
    ![/^$/, PAID, PARTLY_REFUNDED, REFUNDED].some((statusPattern) => statusPattern.test(status))
  ) {
    cells.addProblem("status", "Enter paid, refunded or failed.");
  }
  const currency = cells.readText("currency");
  if (currency !== "" && !/^(?:usd|us\$|\$|us dollars?)$/i.test(currency)) {
    cells.addProblem(
      "currency",
      "We can store amounts only in US dollars. Convert the amount and enter USD.",
    );
  }
  if (IN_KIND.test(cells.readText("method").toLowerCase())) {
    cells.addProblem("method", "Donated goods can't be imported. Leave this row out.");
  }
}

/**
 * Reads the donor. Without a name, the donation is anonymous, because the email address must not become public in place
 * of the name.
 */
function readDonor(cells: RowCells) {
  const name = readName(cells);
  const email = readEmail(cells);
  if (name === null && email === null && !isYes(cells.readText("isAnonymous"))) {
    cells.addProblem("email", "Enter a name or an email address.");
  }
  return {
    firstName: name?.firstName ?? "Anonymous",
    lastName: name?.lastName ?? "",
    email,
    isAnonymous: name === null || isYes(cells.readText("isAnonymous")),
  };
}

function readDay(cells: RowCells, file: ImportedFile) {
  const date = readDate(cells.readText("date"), file);
  if (date === undefined) {
    cells.addProblem(
      "date",
      file.dateOrder === "day_first"
        ? "Enter a date with the day first, such as 20/11/2026, or as 2026-11-20."
        : "Enter a date with the month first, such as 11/20/2026, or as 2026-11-20.",
    );
  }
  return { receivedOn: date?.day ?? null, receivedAt: date?.utcTime ?? null };
}

export function readDonation(cells: RowCells, file: ImportedFile): ImportRow {
  const skipReason = findSkipReason(cells);
  if (skipReason !== null) return { fields: {}, problems: [], skipped: skipReason };
  checkMoney(cells);
  const amountCents = readCents(cells);
  const paymentId = cells.readLimitedText("paymentId", 255);
  const sourceId = cells.readLimitedText("sourceId", 200);
  const zipCode = cells.readText("zipCode");
  const fields = {
    sourceId,
    ...readDay(cells, file),
    amount: centsToDollars(amountCents),
    refunded: centsToDollars(readRefundedCents(cells, amountCents)),
    feeCovered: centsToDollars(readFeeCents(cells, amountCents)),
    method: readMethod(cells.readText("method"), file.isPlatform),
    reference: cells.readLimitedText("reference", 50),
    ...readDonor(cells),
    phone: cells.readLimitedText("phone", 30),
    address: readAddress(cells),
    zipCode: /^\d{5}/.exec(zipCode)?.[0] ?? null,
    sourceDonorId: cells.readLimitedText("sourceDonorId", 200),
    note: cells.readLimitedText("note", 1000),
    inHonorOf: cells.readLimitedText("inHonorOf", 200),
    /**
     * IDs that the payment provider may have given this payment. They keep us from storing a second copy of a payment
     * that our own checkout collected.
     */
    paymentIds: [sourceId, paymentId].filter((id) => id !== null),
  };
  return { fields, problems: cells.problems, skipped: null };
}
