import { z } from "zod";
import {
  IMPORT_DATE_ORDERS,
  IMPORT_DECIMAL_MARKS,
  IMPORT_KINDS,
  IMPORT_MEANINGS,
  IMPORT_OUTCOMES,
  IMPORT_STATES,
} from "./choices.ts";
import { DONATION_SOURCE_PATTERN } from "./donation-source.ts";
import { adminEndpoints } from "./endpoint.ts";
import { count, decimal, id, idParams, line, timestamp } from "./fields.ts";
import { lateReason } from "./late-reason.ts";
import {
  IMPORT_CELL_MAX_LENGTH,
  IMPORT_COLUMNS_MAX,
  IMPORT_PART_ROWS_MAX,
  IMPORT_ROWS_MAX,
  IMPORT_WORDS_MAX,
} from "./limits.ts";
import { csvInParts, partQuery } from "./list.ts";

const cell = z.string().max(IMPORT_CELL_MAX_LENGTH);
const cells = z.array(cell).max(IMPORT_COLUMNS_MAX);

/** For each field (`IMPORT_FIELDS`), the index of its column. */
const mapping = z.record(
  z.string().regex(/^[a-z][a-zA-Z0-9]{0,29}$/),
  z
    .number()
    .int()
    .min(0)
    .max(IMPORT_COLUMNS_MAX - 1),
);

/**
 * Whether the month or the day comes first in numeric dates. If null, the day comes first in dates with dots, and the
 * month comes first in all other dates.
 */
const dateOrder = z.enum(IMPORT_DATE_ORDERS).nullable();

/** Whether a point or a comma comes before the cents. If null, no amount in the file shows it. */
const decimalMark = z.enum(IMPORT_DECIMAL_MARKS).nullable();

/**
 * For each column of statuses or types, what its words mean. Words are in lowercase. A column whose heading says that it
 * has types or statuses, but that no field uses, has to be here. It has no words if they don't matter.
 */
const meanings = z.record(
  z.string().regex(/^\d{1,3}$/),
  z
    .record(z.string().max(110), z.enum(IMPORT_MEANINGS))
    .refine((words) => Object.keys(words).length <= IMPORT_WORDS_MAX, {
      message: `Choose a column with at most ${IMPORT_WORDS_MAX} different words.`,
    }),
);

const importCounts = z.object({
  ready: count,
  /**
   * Rows that look like an existing record: donations with the same donor, amount and day, or donors with the same
   * name and ZIP code.
   */
  lookalike: count,
  /** Rows that were imported before, or that were paid through our own checkout. */
  duplicate: count,
  /** Rows that shouldn't be stored, such as failed payments. */
  skipped: count,
  problem: count,
  /** The number of donors or volunteers that the import would add. */
  newPeople: count,
  /** The number of new donors who have nothing but the name of an existing donor, who has nothing else, either. */
  namesakes: count,
  /** The number of employers' matches that would be stored besides the ready rows. */
  matches: count,
  /** The number of rows to store with a day that is probably mistyped. */
  unusualDays: count,
  /** The first ten of them. */
  unusualRows: z.array(z.object({ rowNumber: count, days: z.array(z.iso.date()) })),
  readyAmount: decimal,
  lookalikeAmount: decimal,
  /** The numbers of ready rows and of lookalikes in closed months. Storing them needs an owner and a `lateReason`. */
  lateReady: count,
  lateLookalike: count,
  /** The number of known people to whom the import would add what was blank. */
  fills: z.object({
    address: count,
    phone: count,
    addressee: count,
    salutation: count,
    notes: count,
    tags: count,
    availability: count,
  }),
});

const importRecord = z.object({
  id,
  kind: z.enum(IMPORT_KINDS),
  source: z.string(),
  fileName: z.string(),
  fileHash: z.string(),
  headings: z.array(z.string()),
  mapping,
  dateOrder,
  decimalMark,
  meanings,
  rowCount: count,
  /**
   * Before the import, the number of rows that have been uploaded. Afterward, the number of rows with a problem, which
   * are still kept.
   */
  stagedCount: count,
  state: z.enum(IMPORT_STATES),
  /** Why the last step failed, phrased as an instruction. */
  failure: z.string().nullable(),
  /** Null until the file has been checked. */
  counts: importCounts.nullable(),
  storedCount: count,
  startedBy: z.string(),
  createdAt: timestamp,
  importedAt: timestamp.nullable(),
  undoneAt: timestamp.nullable(),
  /** The deadline for undoing the import; null if it can't be undone. */
  undoUntil: timestamp.nullable(),
  /** The earliest date of gift that undoing the import would change. */
  firstGivenOn: z.iso.date().nullable(),
  owesReceipts: z.boolean(),
});

const outcome = z.enum(IMPORT_OUTCOMES);

export const importEndpoints = adminEndpoints(["giving", "volunteers"], {
  listImports: {
    method: "GET",
    path: "/api/imports",
    summary: "The latest 50 imports",
    output: z.array(importRecord),
  },
  startImport: {
    method: "POST",
    path: "/api/imports",
    summary: "Start an import; its rows are sent in parts",
    status: 201,
    idempotencyKey: "replay",
    body: z.strictObject({
      kind: z.enum(IMPORT_KINDS),
      source: z.string().regex(DONATION_SOURCE_PATTERN, "Use letters, digits and hyphens."),
      fileName: line(255),
      fileHash: z.string().regex(/^[0-9a-f]{64}$/),
      headings: cells.min(1),
      mapping,
      dateOrder: dateOrder.default(null),
      decimalMark: decimalMark.default(null),
      meanings: meanings.default({}),
      rowCount: z.number().int().min(1).max(IMPORT_ROWS_MAX),
    }),
    output: importRecord,
  },
  getImport: {
    method: "GET",
    path: "/api/imports/:id",
    summary: "One import and the results of its check",
    params: idParams,
    output: importRecord,
  },
  addImportRows: {
    method: "POST",
    path: "/api/imports/:id/rows",
    summary: "Add a part of the file's rows; sending a part again changes nothing",
    params: idParams,
    body: z.strictObject({
      /** The number of the first row in this part. The first row after the headings is row 1. */
      firstRow: z.number().int().min(1).max(IMPORT_ROWS_MAX),
      rows: z.array(cells).min(1).max(IMPORT_PART_ROWS_MAX),
    }),
    output: z.object({ rowCount: count }),
  },
  checkImport: {
    method: "POST",
    path: "/api/imports/:id/check",
    summary:
      "Check every row without storing anything; then poll the import until its state is `checked`",
    params: idParams,
    output: importRecord,
  },
  storeImport: {
    method: "POST",
    path: "/api/imports/:id/store",
    summary:
      "Store exactly what the check showed, or nothing; then poll the import until its state is `imported`",
    params: idParams,
    body: z.strictObject({
      leavesOutProblems: z.boolean(),
      leavesOutLookalikes: z.boolean(),
      /** Whether donors with nothing but a name are taken for existing ones with that name. */
      joinsNamesakes: z.boolean().default(false),
      /** Whether the donors got no receipts yet. If so, the donations get receipt numbers after 24 hours. */
      owesReceipts: z.boolean().default(false),
      lateReason,
    }),
    output: importRecord,
  },
  undoImport: {
    method: "POST",
    path: "/api/imports/:id/undo",
    summary: "Undo an import, within 24 hours; then poll the import until its state is `undone`",
    params: idParams,
    output: importRecord,
  },
  discardImport: {
    method: "DELETE",
    path: "/api/imports/:id",
    summary: "Delete the rows of an import that hasn't stored anything",
    params: idParams,
    output: importRecord,
  },
  listImportRows: {
    method: "GET",
    path: "/api/imports/:id/rows",
    summary: "The first 200 rows with one outcome, and what is wrong with them",
    params: idParams,
    query: z.object({ outcome: outcome.default("problem") }),
    output: z.array(
      z.object({
        rowNumber: count,
        problems: z.array(z.string()),
        /** A summary of the row: name, day and amount, or name and email. */
        label: z.string(),
        /**
         * The donor or volunteer that the row resembles, or the donor whose donation it resembles. Null if that person no
         * longer exists.
         */
        lookalike: z.object({ id, name: z.string() }).nullable(),
      }),
    ),
  },
  downloadImportRows: {
    ...csvInParts,
    path: "/api/imports/:id/rows/file",
    summary:
      "All rows with one outcome, as a CSV file like the original plus a column that says why, in parts",
    params: idParams,
    query: partQuery.extend({ outcome: outcome.default("problem") }),
  },
});
