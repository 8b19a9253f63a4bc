import { listAuditChanges, type AuditChange } from "#rules/audit-changes.ts";
import type { AuditEntry } from "#data/audit-log/resource.ts";

const NAME_LIMIT = 3;

interface AuditValueProps {
  readonly value: string | null;
  readonly nameOf: (id: string) => string | undefined;
}

const AuditValue = ({ value, nameOf }: AuditValueProps) => {
  if (value === null) return <span className="quiet">empty</span>;
  if (value === "erased") return <i className="quiet">erased</i>;
  return <span className="break-words whitespace-pre-wrap">{nameOf(value) ?? value}</span>;
};

/** Returns a summary such as "Package price, Gift levels and 2 more". */
const changeSummary = (changes: readonly AuditChange[]): string => {
  const names = changes.slice(0, NAME_LIMIT).map(({ field }) => field);
  const hiddenCount = changes.length - names.length;
  return hiddenCount > 0 ? `${names.join(", ")} and ${hiddenCount} more` : names.join(", ");
};

export interface AuditChangesProps {
  readonly entry: AuditEntry;
  /** Returns the name of the administrator with this id, if there is one. */
  readonly nameOf: (id: string) => string | undefined;
}

/** Lists the changed fields with their old and new values. */
export const AuditChanges = ({ entry, nameOf }: AuditChangesProps) => {
  const changes = listAuditChanges(entry);
  if (changes.length === 0) {
    return <span className="quiet text-sm">The log doesn't keep these details.</span>;
  }
  return (
    <details className="text-left text-sm">
      <summary className="cursor-pointer py-1">{changeSummary(changes)}</summary>
      <dl className="divide-base-300 mt-2 max-w-xl divide-y">
        {changes.map(({ field, before, after }) => (
          <div key={field} className="py-2">
            <dt className="font-semibold">{field}</dt>
            {entry.before !== null && (
              <dd>
                <span className="quiet">Before: </span>
                <AuditValue value={before} nameOf={nameOf} />
              </dd>
            )}
            {entry.after !== null && (
              <dd>
                <span className="quiet">After: </span>
                <AuditValue value={after} nameOf={nameOf} />
              </dd>
            )}
          </div>
        ))}
      </dl>
    </details>
  );
};
