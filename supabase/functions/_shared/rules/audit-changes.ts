type Snapshot = Readonly<Record<string, unknown>> | null;

/** An entry of the history: the row as it was and as it became. */
export interface AuditEntry {
  readonly before: Snapshot;
  readonly after: Snapshot;
}

export interface AuditChange {
  /** `Package price` of the column package_price. */
  readonly field: string;
  /** Null where there was nothing. */
  readonly before: string | null;
  readonly after: string | null;
}

/** They change with every write, or say where the row is rather than what it says. */
const BESIDE_THE_POINT = new Set(["id", "singleton", "created_at", "updated_at", "last_updated"]);

/** In this order a row is called by one of them. */
const NAMES = [
  "name",
  "title",
  "header",
  "headline",
  "username",
  "description",
  "event_type",
  "key",
];

export const fieldWords = (column: string): string => {
  const words = column.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
};

function textOf(value: unknown): string | null {
  if (value === null || value === undefined || value === "") return null;
  if (typeof value === "boolean") return value ? "yes" : "no";
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** What changed, field by field; what the history does not keep reads `erased`, and no change of it can be seen. */
export function auditChanges({ before, after }: AuditEntry): readonly AuditChange[] {
  return Object.keys({ ...before, ...after })
    .filter((column) => !BESIDE_THE_POINT.has(column))
    .map((column) => ({
      field: fieldWords(column),
      before: textOf(before?.[column]),
      after: textOf(after?.[column]),
    }))
    .filter((change) => change.before !== change.after);
}

/** What the row is called, as far as the history keeps it. */
export function auditedName({ before, after }: AuditEntry): string | null {
  const row = after ?? before ?? {};
  const names = NAMES.map((column) => textOf(row[column]));
  return names.find((name) => name !== null && name !== "erased") ?? null;
}
