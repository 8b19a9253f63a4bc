import type { Fragment, Sql, TableName } from "../clients/database.ts";
import { AppError } from "../errors.ts";
import { IGNORED_COLUMNS } from "../rules/audit-changes.ts";

/** The `updatedAt` that was read with a record, or null if there was no record. */
export type Version = string | null;

export interface EditedRecord {
  readonly table: TableName;
  readonly where: Fragment;
  readonly version: Version;
  /** Reads the current record for the error. Without this function, the error contains the table's row. */
  readonly read?: () => Promise<unknown>;
  readonly column?: "updated_at" | "last_updated";
  /** What wasn't done if someone has changed the record. By default, their changes weren't saved. */
  readonly isDeletion?: true;
}

interface LockedRow {
  readonly id: string;
  readonly isCurrent: boolean | null;
  readonly row: Readonly<Record<string, unknown>>;
}

/**
 * Throws `stale_edit` if someone has changed the record since its `version` was read. Locks the row, so only one of two
 * concurrent saves succeeds.
 */
export async function requireVersion(sql: Sql, editedRecord: EditedRecord): Promise<void> {
  const { table, where, version, column = "updated_at" } = editedRecord;
  // Times in JavaScript have milliseconds, and those in JSON from Postgres have microseconds.
  const shownVersion = sql`date_trunc('milliseconds', ${version}::timestamptz)`;
  if (version === null) {
    // No row exists yet, so take a lock named after the table.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`first of ${table}`}, 0))`;
  }
  const [lockedRow] = await sql<LockedRow[]>`
    select id, to_jsonb(record) as row,
      date_trunc('milliseconds', ${sql(column)}) = ${shownVersion} as is_current
    from ${sql(`public.${table}`)} as record
    where ${where}
    for update`;
  if (lockedRow === undefined || lockedRow.isCurrent === true) return;

  const [auditEntry] = await sql<[{ savedBy: string | null; baseRow: LockedRow["row"] | null }]>`
    select
      (
        select actor_name from public.audit_log
        where table_name = ${table} and row_id = ${lockedRow.id}
        order by id desc limit 1
      ) as saved_by,
      (
        select before from public.audit_log
        where table_name = ${table} and row_id = ${lockedRow.id} and action = 'update'
          and date_trunc('milliseconds', (before ->> ${column})::timestamptz) = ${shownVersion}
        order by id limit 1
      ) as base_row`;
  const changedFields = listChangedColumns(auditEntry.baseRow, lockedRow.row).map(toCamelCase);
  throw createStaleEditError({
    // The audit log doesn't go back far enough to show who saved the record.
    savedBy: (auditEntry.baseRow && auditEntry.savedBy) ?? "Someone",
    changedFields,
    current:
      editedRecord.read === undefined
        ? await readRow(sql, editedRecord)
        : await editedRecord.read(),
    isDeletion: editedRecord.isDeletion,
  });
}

/** Throws `stale_edit` if the record to delete has changed since the version that was shown, if one was. */
export async function requireShownVersion(
  sql: Sql,
  table: TableName,
  id: string,
  version: string | undefined,
): Promise<void> {
  if (version === undefined) return;
  await requireVersion(sql, { table, where: sql`id = ${id}`, version, isDeletion: true });
}

async function readRow(sql: Sql, { table, where }: EditedRecord): Promise<unknown> {
  const [row] = await sql`select * from ${sql(`public.${table}`)} where ${where}`;
  return row;
}

/**
 * Returns the changed columns, or all if the earlier row is unknown. The audit log erases personal columns, so they
 * always count as changed.
 */
const listChangedColumns = (
  earlierRow: LockedRow["row"] | null,
  currentRow: LockedRow["row"],
): string[] =>
  Object.keys(currentRow).filter(
    (name) =>
      !IGNORED_COLUMNS.has(name) &&
      (earlierRow === null ||
        JSON.stringify(earlierRow[name]) !== JSON.stringify(currentRow[name])),
  );

const toCamelCase = (column: string): string =>
  column.replaceAll(/_(\w)/g, (_, initial: string) => initial.toUpperCase());

interface StaleEdit {
  readonly savedBy: string;
  /** Fields that differ from the edited version. */
  readonly changedFields: readonly string[];
  readonly current: unknown;
  readonly isDeletion?: true | undefined;
}

/**
 * Returns the error that tells the editor who saved the record, which fields differ and what their current values are.
 */
export const createStaleEditError = ({
  savedBy,
  changedFields,
  current,
  isDeletion,
}: StaleEdit): AppError =>
  new AppError("stale_edit", {
    message: isDeletion
      ? `${savedBy} has changed this since you saw it, so it wasn't deleted.`
      : `${savedBy} saved changes first, so yours weren't saved. Nothing is lost.`,
    issues: changedFields.map((path) => ({ path, message: "Changed since you opened this" })),
    staleRecord: { savedBy, current },
  });
