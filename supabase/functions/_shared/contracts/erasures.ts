import { z } from "zod";
import { adminEndpoints } from "./endpoint.ts";
import { count, id, idParams, line, timestamp } from "./fields.ts";
import { chosenRecords } from "./person-records.ts";

/**
 * What an erasure does to a table's rows: it deletes them, removes the person's details from them, or keeps them
 * unchanged.
 */
export const ERASURE_ACTIONS = ["delete", "empty", "keep"] as const;

/** The steps of an erasure, in order. After `records`, no response from this site contains the person's details. */
export const ERASURE_STEPS = ["records", "files", "logins", "site", "caches"] as const;

export const erasure = z.object({
  id,
  /** The username of the owner who started the erasure. */
  requestedBy: z.string(),
  requestedAt: timestamp,
  /** `waiting`: a step failed and is retried every minute. */
  state: z.enum(["running", "waiting", "done"]),
  finishedSteps: z.array(z.enum(ERASURE_STEPS)),
  deletedRowCount: count,
  emptiedRowCount: count,
  deletedFileCount: count,
  deletedLoginCount: count,
  /** Null until the `site` step is done. `no_hook`: older pages stay online until someone builds the site. */
  siteBuild: z.enum(["requested", "no_hook"]).nullable(),
  /** When the CDN's last copies expire; null until the `files` step is done. */
  cachesExpireAt: timestamp.nullable(),
  /** Why the last attempt at a step failed, as a sentence. */
  problem: z.string().nullable(),
  finishedAt: timestamp.nullable(),
});

/** The most rows in which one erasure blanks mentions. */
export const BLANKED_ROWS_MAX = 10_000;

const columnName = line(63);

/** The mentions to blank in one column: in each of these rows, `erased` replaces the person's words. */
const chosenMentions = z.strictObject({
  table: columnName,
  column: columnName,
  ids: z.array(line(400)).min(1).max(BLANKED_ROWS_MAX),
});

/** Text outside the person's own records that mentions the person. */
export const mention = z.object({
  table: z.string(),
  /** The row's key. An entry of the audit log has a number, and a key with several columns has colons between them. */
  id: z.string(),
  /** For the audit log, the field of the changed row. */
  column: z.string(),
  title: z.string().nullable(),
  /** The person's words with some of the text around them. */
  excerpt: z.string().nullable(),
  /** The record whose page shows the row, if that is another one. */
  page: z.object({ table: z.string(), id: z.string() }).nullable(),
  /** Why the mention can't be blanked, as a sentence; null if it can. */
  stays: z.string().nullable(),
});

/** What erasing a person would do. */
export const erasurePreview = z.object({
  tables: z.array(
    z.object({
      table: z.string(),
      action: z.enum(ERASURE_ACTIONS),
      count,
      /** A sentence that says what is erased or kept, and why. */
      reason: z.string(),
    }),
  ),
  fileCount: count,
  loginCount: count,
  /** Everything else that mentions the person, found by their words. An erasure changes only what the owner chooses. */
  mentions: z.array(mention),
  /** Sentences about data that is kept outside the database, such as at Stripe and in backups. */
  elsewhere: z.array(z.string()),
  /** The reasons why the person can't be erased now, one sentence each. Empty if they can be erased. */
  obstacles: z.array(z.string()),
  /** The texts that confirm the erasure. The administrator has to type one of them. */
  confirmations: z.array(z.string()),
  /** Identifies the preview. The erasure is refused if it would do anything that the preview didn't show. */
  fingerprint: z.string(),
});

export const erasureEndpoints = adminEndpoints("owner", {
  previewErasure: {
    // Not a GET, because servers log URLs, and a mailbox's id is an email address.
    method: "POST",
    path: "/api/erasures/preview",
    summary: "Preview an erasure: what it would delete, empty and keep, and why",
    body: z.strictObject({ records: chosenRecords }),
    output: erasurePreview,
  },
  startErasure: {
    method: "POST",
    path: "/api/erasures",
    summary: "Erase a person; the remaining steps run in the background",
    body: z.strictObject({
      records: chosenRecords,
      /** The person's name or email address, as listed in the preview's `confirmations`. Case doesn't matter. */
      confirmation: line(254),
      fingerprint: line(100),
      /** The mentions to blank. If the person's words aren't in one of them anymore, nothing is erased. */
      mentions: z.array(chosenMentions).max(1000).default([]),
    }),
    output: erasure,
    status: 201,
    idempotencyKey: "replay",
  },
  listErasures: {
    method: "GET",
    path: "/api/erasures",
    summary: "The latest 100 erasures with their progress, newest first, without personal data",
    output: z.array(erasure),
  },
  continueErasure: {
    method: "POST",
    path: "/api/erasures/:id/continue",
    summary: "Try an erasure's next steps now instead of waiting for the scheduled job",
    params: idParams,
    output: erasure,
  },
  continueErasures: {
    method: "POST",
    path: "/api/erasures/continue",
    access: "service",
    summary: "Continue all unfinished erasures; runs as a scheduled job",
    body: z.strictObject({}).optional(),
    output: z.object({ continued: count, done: count }),
  },
});
