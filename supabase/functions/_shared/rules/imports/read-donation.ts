import { centsToDollars } from "../money.ts";
import { cutOff } from "./cell-text.ts";
import { readDateCell } from "./read-date-cell.ts";
import { readMethod } from "./read-method.ts";
import type { ImportRow } from "./read-row.ts";
import {
  type ImportedFile,
  isAnonymous,
  isNameless,
  isYes,
  readAddress,
  readAddressing,
  readEmail,
  readName,
  readZipCode,
  type RowCells,
  splitFullName,
} from "./row-cells.ts";
import type { ImportMeaning } from "../../contracts/choices.ts";

const AMOUNT_MAX_CENTS = 99_999_999;

/** Reads an amount. Returns 0 if it isn't one, and then the row has a problem. */
function readCents(cells: RowCells, matchCents: number): number {
  const cents = cells.readCents("amount");
  if (cents === undefined) {
    // A row may have nothing but an employer's match.
    if (matchCents > 0 && cells.readText("amount") === "") return 0;
    cells.addProblem("amount", "Enter an amount, such as 50 or 50.25.");
  } else if (cents < 0) {
    cells.addProblem("amount", "This is negative. Put refunds in a column of their own.");
  } else if (cents === 0 && matchCents === 0) {
    cells.addProblem("amount", "Enter an amount greater than $0.");
  } else if (cents > AMOUNT_MAX_CENTS) {
    cells.addProblem("amount", "Enter at most $999,999.99.");
  }
  return cents !== undefined && cents > 0 && cents <= AMOUNT_MAX_CENTS ? cents : 0;
}

/** Reads the refunded column. It contains an amount, or says whether the whole donation was refunded. */
function readRefundedCents(cells: RowCells, amountCents: number, meaning: ImportMeaning): number {
  const text = cells.readText("refunded");
  // If refunds are rows of their own, they say how much was refunded.
  const hasRefundRows = cells.hasColumn("refundOf");
  if (meaning === "partly_refunded" && !hasRefundRows && !/[1-9]/.test(text)) {
    cells.addProblem("status", "Enter the refunded amount in a column of its own.");
    return 0;
  }
  if (isYes(text) && text !== "1") return amountCents;
  const cents = text === "" || /^(?:no|n|false|f)$/i.test(text) ? 0 : cells.readCents("refunded");
  if (cents === undefined) {
    cells.addProblem("refunded", "Enter the amount that was refunded, or leave it blank.");
    return 0;
  }
  const refundedCents = Math.abs(cents);
  if (refundedCents > amountCents && amountCents > 0) {
    cells.addProblem("refunded", "This is more than the donation.");
  }
  return meaning === "refunded" && refundedCents === 0 ? amountCents : refundedCents;
}

function readFeeCents(cells: RowCells, amountCents: number): number {
  const cents = cells.readCents("feeCovered") ?? 0;
  return cents > 0 && cents < amountCents ? cents : 0;
}

/** Reads what the employer adds to the donation. */
function readMatch(cells: RowCells): { readonly cents: number; readonly employer: string | null } {
  const text = cells.readText("matchAmount");
  const cents = text === "" ? 0 : (cells.readCents("matchAmount") ?? -1);
  const employer = cells.readLimitedText("employer", 100);
  if (cents < 0 || cents > AMOUNT_MAX_CENTS) {
    cells.addProblem("matchAmount", "Enter the employer's match as an amount, or leave it blank.");
  } else if (cents > 0 && employer === null) {
    cells.addProblem("employer", "Enter the employer who made the match.");
  }
  return { cents: Math.max(0, cents), employer };
}

/** Returns why a row with this meaning isn't stored, or null if it is. */
function findSkipReason(meaning: ImportMeaning, word: string): string | null {
  const quoted = cutOff(word, 60);
  switch (meaning) {
    case "test":
      return "A test payment";
    case "pledge":
      return `A pledge, not money: ${quoted}`;
    case "not_paid":
      return `Not paid: ${quoted}`;
    case "skip":
      return `Not a donation: ${quoted}`;
    case "received":
    case "refunded":
    case "partly_refunded":
    case "refund":
      return null;
  }
}

function checkCurrency(cells: RowCells): void {
  const currency = cells.readText("currency");
  if (currency !== "" && !/^(?:usd|us\$|\$|us dollars?)$/i.test(currency)) {
    cells.addProblem(
      "currency",
      "We can store amounts only in US dollars. Convert the amount and enter USD.",
    );
  }
}

/**
 * Reads the donor. Without a name, the donation is anonymous, because the email address must not become public in place
 * of the name.
 */
function readDonor(cells: RowCells) {
  const written = readName(cells);
  const email = readEmail(cells);
  const name = written !== null && isNameless(written, email) ? null : written;
  const wantsNoName = isAnonymous(cells) || written !== name || cells.isWithheld("firstName");
  if (name === null && email === null && !wantsNoName) {
    cells.addProblem("email", "Enter a name or an email address.");
  }
  return {
    firstName: name?.firstName ?? "Anonymous",
    lastName: name?.lastName ?? "",
    email,
    isAnonymous: name === null || wantsNoName,
  };
}

const MEMORIAL = /\bmemor|\bmemory\b|\bdeceased\b|^in mem/i;

/** Reads the dedication. A column of types, or the dedication itself, may say that it's a memorial. */
function readDedication(cells: RowCells) {
  const memory = cells.readText("inMemoryOf");
  // A column of yes and no says what the name in the other column is.
  const isFlag = isYes(memory) || /^(?:no|n|false|f|0)$/i.test(memory);
  const field = memory === "" || isFlag ? "inHonorOf" : "inMemoryOf";
  const text = cells.readLimitedText(field, 200);
  const [, prefix = "", name] =
    /^(in (?:loving )?(?:memory|honou?r) of:? )?(.*)$/i.exec(text ?? "") ?? [];
  const type = cells.readText("tributeType");
  return {
    inHonorOf: name || null,
    isMemorial:
      Boolean(name) &&
      (field === "inMemoryOf" ||
        (isFlag && isYes(memory)) ||
        MEMORIAL.test(type) ||
        MEMORIAL.test(prefix)),
  };
}

const CLOCK =
  /^(?<hour>\d{1,2}):(?<minute>\d{2})(?::\d{2}(?:\.\d+)?)?\s*(?:(?<half>[ap])\.?m\.?)?$/i;

/** Reads the time of day from a column of its own, such as 15:04. It is in the organization's time zone. */
function readClock(cells: RowCells): string | null {
  const text = cells.readText("time");
  if (text === "") return null;
  const { hour = "", minute = "", half } = CLOCK.exec(text)?.groups ?? {};
  const isHour = half === undefined || (Number(hour) >= 1 && Number(hour) <= 12);
  const hours =
    half === undefined ? Number(hour) : (Number(hour) % 12) + (half.toLowerCase() === "p" ? 12 : 0);
  if (hour === "" || !isHour || hours > 23 || Number(minute) > 59) {
    cells.addProblem("time", "Enter a time, such as 15:04 or 3:04 PM, or leave it blank.");
    return null;
  }
  return `${String(hours).padStart(2, "0")}:${minute}`;
}

function readDay(cells: RowCells, file: ImportedFile) {
  const date = readDateCell(cells, "date", file);
  return {
    receivedOn: date?.day ?? null,
    receivedAt: date?.utcTime ?? null,
    clock: readClock(cells),
  };
}

/** Returns what led to the donation the way donation links have it: `Spring Gala` becomes `spring-gala`. */
const readOrigin = (cells: RowCells): string | null =>
  cells
    .readText("origin")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replace(/^-/, "")
    .slice(0, 40)
    .replace(/-$/, "") || null;

/** Reads whom a fund's grant or an employer's match credits. */
function readCredit(cells: RowCells, method: string) {
  const creditedPerson = cells.readLimitedText("creditedPerson", 200);
  const creditedDonorId = cells.readLimitedText("creditedDonorId", 200);
  if (creditedPerson !== null && !["donor_advised_fund", "employer_match"].includes(method)) {
    cells.addProblem(
      "creditedPerson",
      "Only a donor-advised fund's grant or an employer's match credits a person. Clear this cell, or correct the payment method.",
    );
  }
  const name = creditedPerson === null ? null : splitFullName(creditedPerson);
  for (const part of Object.values(name ?? {})) {
    if (Array.from(part).length > 100) {
      cells.addProblem("creditedPerson", "Use at most 100 characters for each name.");
    }
  }
  return {
    creditedFirstName: name?.firstName ?? null,
    creditedLastName: name?.lastName ?? null,
    creditedDonorId,
  };
}

/** Reads a row that refunds another row of the file. */
function readRefund(cells: RowCells): ImportRow {
  const cents = cells.readCents("amount");
  const refundOf = cells.readLimitedText("refundOf", 200);
  if (cents === undefined || cents === 0) {
    cells.addProblem("amount", "Enter an amount, such as 50 or 50.25.");
  }
  if (refundOf === null) {
    cells.addProblem(
      "refundOf",
      "This is a refund. Put its amount in the row of the donation, in a column of its own.",
    );
  }
  const refundAmount = centsToDollars(Math.min(Math.abs(cents ?? 0), AMOUNT_MAX_CENTS));
  return {
    fields: { refundOf, refundAmount, amount: "0.00" },
    problems: cells.problems,
    skipped: null,
  };
}

export function readDonation(cells: RowCells, file: ImportedFile): ImportRow {
  const { meaning, word } = cells.readMeaning();
  const skipReason = findSkipReason(meaning, word);
  if (skipReason !== null) return { fields: {}, problems: [], skipped: skipReason };
  if (meaning === "refund") return readRefund(cells);
  checkCurrency(cells);
  const match = readMatch(cells);
  const amountCents = readCents(cells, match.cents);
  const paymentId = cells.readLimitedText("paymentId", 255);
  const sourceId = cells.readLimitedText("sourceId", 200);
  const refundedCents = readRefundedCents(cells, amountCents, meaning);
  const method = readMethod(cells.readText("method") || cells.readText("type"), file.isPlatform);
  const fields = {
    sourceId,
    ...readDay(cells, file),
    amount: centsToDollars(amountCents),
    refunded: centsToDollars(refundedCents),
    /** True if another row has to say how much was refunded. */
    awaitsRefund: meaning === "partly_refunded" && refundedCents === 0,
    feeCovered: centsToDollars(readFeeCents(cells, amountCents)),
    method,
    reference: cells.readLimitedText("reference", 50),
    ...readDonor(cells),
    phone: cells.readLimitedText("phone", 30),
    ...readAddressing(cells),
    address: readAddress(cells),
    zipCode: /^\d{5}/.exec(readZipCode(cells))?.[0] ?? null,
    sourceDonorId: cells.readLimitedText("sourceDonorId", 200),
    ...readCredit(cells, method),
    origin: readOrigin(cells),
    note: cells.readLimitedText("note", 1000),
    ...readDedication(cells),
    matchAmount: centsToDollars(match.cents),
    employer: match.employer,
    /**
     * IDs that the payment provider may have given this payment. They keep us from storing a second copy of a payment
     * that our own checkout collected.
     */
    paymentIds: [sourceId, paymentId].filter((id) => id !== null),
  };
  return { fields, problems: cells.problems, skipped: null };
}
