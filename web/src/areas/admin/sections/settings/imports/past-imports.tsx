import { type Import, useImports } from "#data/imports/mutations.ts";
import { RecordLink } from "#kit/lists/record-link.tsx";
import { StatusBadge } from "#kit/lists/status-badge.tsx";
import { ShortMoment } from "#lib/time/dates.tsx";
import { QueryStates } from "#admin/query-states.tsx";
import { SettingsCard } from "../settings-card.tsx";
import { kindCountText, IMPORT_STATE, IMPORT_KIND_LABELS, rowsText } from "./texts.ts";

const summarize = ({ kind, state, storedCount, rowCount }: Import): string =>
  state === "imported" || state === "undoing"
    ? kindCountText(kind, storedCount)
    : `${IMPORT_KIND_LABELS[kind]}, ${rowsText(rowCount)}`;

export const PastImports = () => (
  <SettingsCard title="Past imports">
    <QueryStates query={useImports()} subject="the imports" emptyTitle="No imports yet">
      {(rows) => (
        <ul aria-label="Past imports" className="divide-base-300 divide-y">
          {rows.map((record) => (
            <li key={record.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-3">
              <div className="min-w-0 flex-1">
                <RecordLink param="import" id={record.id} className="wrap-anywhere">
                  {record.fileName}
                </RecordLink>
                <p className="quiet text-sm">
                  {summarize(record)} · {record.startedBy},{" "}
                  <ShortMoment moment={record.importedAt ?? record.createdAt} />
                </p>
              </div>
              <StatusBadge looks={IMPORT_STATE} status={record.state} />
            </li>
          ))}
        </ul>
      )}
    </QueryStates>
  </SettingsCard>
);
