import { auditLogEndpoints } from "#contracts/audit-log.ts";
import { AUDITED_TABLES } from "#contracts/choices.ts";
import { auditedName, fieldLabel } from "#rules/audit-changes.ts";
import { auditLog, type AuditEntry } from "#data/audit-log/resource.ts";
import { useSecondFactors } from "#data/second-factors/queries.ts";
import type { Column } from "#kit/lists/list-table.tsx";
import type { Filter } from "#kit/lists/list-toolbar.tsx";
import { RecordList } from "#kit/lists/record-list.tsx";
import { ShortMoment } from "#lib/time/dates.tsx";
import { SectionHeading } from "#ui/section-heading.tsx";
import { AuditChanges } from "./audit-changes.tsx";

const ACTIONS = { insert: "Added", update: "Changed", delete: "Deleted" } as const;
/** Record types that people know by another name than the table's. */
const TABLE_NAMES: Readonly<Partial<Record<(typeof AUDITED_TABLES)[number], string>>> = {
  about_items: "Mission items",
  email_outbox: "Emails",
  impact_stats: "Opening totals",
  second_factors: "Two-step login",
  shift_waitlist: "Waiting lists",
  users: "Administrators",
  volunteer_event_registrations: "Event sign-ups",
  volunteer_shifts: "Shifts",
};
const TABLES = Object.fromEntries(
  AUDITED_TABLES.map((table) => [table, TABLE_NAMES[table] ?? fieldLabel(table)]),
);

const SHORT_ID_LENGTH = 8;

/** Returns the name of a user or record, if known. */
type NameOf = (id: string) => string | undefined;

const columnsOf = (nameOf: NameOf): readonly Column<AuditEntry>[] => [
  {
    name: "occurredAt",
    header: "When",
    cell: ({ occurredAt }) => <ShortMoment moment={occurredAt} />,
  },
  {
    name: "actorName",
    header: "Who",
    cell: ({ actorId, actorName }) => (actorId === null ? `The server (${actorName})` : actorName),
  },
  {
    name: "what",
    header: "What",
    cell: (entry) => (
      <>
        {ACTIONS[entry.action]} · {TABLES[entry.tableName] ?? entry.tableName}
        <span className="quiet block text-sm break-words" title={entry.rowId}>
          {auditedName(entry) ?? nameOf(entry.rowId) ?? entry.rowId.slice(0, SHORT_ID_LENGTH)}
        </span>
      </>
    ),
  },
  {
    name: "changes",
    header: "Before and after",
    cell: (entry) => <AuditChanges entry={entry} nameOf={nameOf} />,
  },
];

const filtersOf = (people: Readonly<Record<string, string>>): readonly Filter[] => [
  { name: "tableName", label: "Record type", options: TABLES },
  { name: "action", label: "Action", options: ACTIONS },
  { name: "actorId", label: "Who", options: people },
  { name: "from", label: "From", options: "day" },
  { name: "to", label: "To", options: "day" },
];

/** Lists who changed what, and when. Filters are in the URL, so a filtered list can be shared. */
export const AuditLog = () => {
  const administrators = useSecondFactors().data ?? [];
  const people = Object.fromEntries(
    administrators.map(({ userId, username }) => [userId, username]),
  );
  return (
    <section aria-labelledby="audit-log-title">
      <SectionHeading id="audit-log-title">Audit Log</SectionHeading>
      <p className="quiet mt-1 mb-5 max-w-3xl text-sm">
        Every change an administrator makes is recorded here right away, and no one can edit or
        delete it. Personal details that someone may ask us to delete appear as “erased”: the log
        shows that a field was filled in, but not what it said.
      </p>
      <RecordList
        nouns="entries"
        list={auditLogEndpoints.listAuditLog.list}
        resource={auditLog}
        exportFrom="GET /api/audit-log/export"
        filters={filtersOf(people)}
        columns={columnsOf((id) => people[id])}
        emptyTitle="No changes yet"
      />
    </section>
  );
};
