import { z } from "zod";
import { adminEndpoints } from "./endpoint.ts";
import { date, id, timestamp } from "./fields.ts";
import { AUDIT_ACTIONS } from "./choices.ts";
import { exportEndpoint, listEndpoint } from "./list.ts";
import { AUDITED_TABLES } from "./table-facts.ts";

/** What the entries of the audit log are about. */
export const AUDITED_RECORDS = [
  ...AUDITED_TABLES,
  /** An erasure replaced the person's words in the row with this ID. */
  "blanked_mentions",
  /** A download doesn't change any rows, so our functions log it themselves, with the number of its rows. */
  "exports",
  "person_exports",
  /** One entry says how many papers were printed. */
  "printed_papers",
  /** Supabase Auth stores the second factors, so our functions log when one is added or removed. */
  "second_factors",
] as const;

/** Entries are numbered sequentially. */
const entryId = z.string().regex(/^\d{1,18}$/, "Enter the number of an audit log entry.");
const rowSnapshot = z.record(z.string(), z.unknown()).nullable();

const listAuditLog = listEndpoint({
  path: "/api/audit-log",
  summary: "The audit log: changes made by administrators, newest first",
  sorts: ["-occurredAt", "occurredAt"],
  searchedFields: "actor, table and row",
  filters: {
    tableName: z.enum(AUDITED_RECORDS).optional(),
    action: z.enum(AUDIT_ACTIONS).optional(),
    actorId: id.optional(),
    /** `people` leaves out what the site did by itself, `site` everything else. Defaults to `all`. */
    by: z.enum(["all", "people", "site"]).optional(),
    from: date.optional(),
    to: date.optional(),
  },
  cursor: entryId,
  item: z.object({
    id: entryId,
    occurredAt: timestamp,
    actorId: id.nullable(),
    /** The username, or the database role if no one was signed in. */
    actorName: z.string(),
    action: z.enum(AUDIT_ACTIONS),
    tableName: z.string(),
    rowId: z.string(),
    /**
     * Whom the row is about, by its name today. Null if it isn't about a person, if the name was erased or the row
     * deleted, or if the administrator may not read it.
     */
    personName: z.string().nullable(),
    before: rowSnapshot,
    after: rowSnapshot,
  }),
});

export const auditLogEndpoints = adminEndpoints("any", {
  listAuditLog,
  readAuditFilters: {
    method: "GET",
    path: "/api/audit-log/filters",
    summary:
      "The choices for filtering the audit log: the tables of your areas, and who has changed them",
    output: z.object({
      tableNames: z.array(z.enum(AUDITED_RECORDS)),
      actors: z.array(z.object({ id, username: z.string() })),
    }),
  },
  exportAuditLog: exportEndpoint("/api/audit-log/export", listAuditLog),
});
