type Snapshot = Readonly<Record<string, unknown>> | null;

/** A row before and after a change, as in an audit log entry. */
export interface AuditSnapshot {
  readonly before: Snapshot;
  readonly after: Snapshot;
}

export interface AuditChange {
  /** The readable name of the field, such as `Package price` for the column package_price. */
  readonly field: string;
  /** Null if the field had no value. */
  readonly before: string | null;
  readonly after: string | null;
}

/** Columns that change with every write or only identify the row. */
export const IGNORED_COLUMNS = new Set([
  "id",
  "singleton",
  "created_at",
  "updated_at",
  "last_updated",
  "version",
  "saved_by",
]);

/** Columns that can serve as a row's name, in order of preference. */
const NAME_COLUMNS = [
  "name",
  "title",
  "header",
  "headline",
  "username",
  "description",
  "event_type",
  "key",
];

export const formatFieldLabel = (column: string): string => {
  const label = column.replaceAll("_", " ");
  return label.charAt(0).toUpperCase() + label.slice(1);
};

function formatAuditValue(value: unknown): string | null {
  if (value === null || value === undefined || value === "") return null;
  if (typeof value === "boolean") return value ? "yes" : "no";
  return typeof value === "string" ? value : JSON.stringify(value);
}

/**
 * Returns the changed fields. If the log doesn't keep a field's values, they are `erased`, and the change isn't shown.
 */
export function listAuditChanges({ before, after }: AuditSnapshot): readonly AuditChange[] {
  return Object.keys({ ...before, ...after })
    .filter((column) => !IGNORED_COLUMNS.has(column))
    .map((column) => ({
      field: formatFieldLabel(column),
      before: formatAuditValue(before?.[column]),
      after: formatAuditValue(after?.[column]),
    }))
    .filter((change) => change.before !== change.after);
}

/** Returns the row's name, or null if the log doesn't have it. */
export function findAuditedRowName({ before, after }: AuditSnapshot): string | null {
  const row = after ?? before ?? {};
  const names = NAME_COLUMNS.map((column) => formatAuditValue(row[column]));
  return names.find((name) => name !== null && name !== "erased") ?? null;
}
