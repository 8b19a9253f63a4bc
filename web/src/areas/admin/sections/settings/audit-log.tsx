import { useHasArea } from "#admin/own-areas.ts";
import { AUDITED_RECORDS, auditLogEndpoints } from "#contracts/audit-log.ts";
import { isAutomatic, isBySite } from "#rules/audit-actors.ts";
import { formatFieldLabel } from "#rules/audit-changes.ts";
import {
  type AuditEntry,
  type AuditFilters,
  auditLog,
  useAuditFilters,
} from "#data/audit-log/resource.ts";
import type { Column } from "#kit/lists/list-table.tsx";
import type { Filter } from "#kit/lists/list-toolbar.tsx";
import { RecordList } from "#kit/lists/record-list.tsx";
import { ShortMoment } from "#lib/time/dates.tsx";
import { cx } from "#ui/class-names.ts";
import { SectionHeading } from "#ui/section-heading.tsx";
import { WithFigures } from "#admin/with-figures.tsx";
import { AuditChanges } from "./audit-changes.tsx";
import { describeAuditEntry } from "./audit-sentence.ts";

const ACTION_LABELS = { insert: "Added", update: "Changed", delete: "Deleted" } as const;
/** Labels for tables whose own name would be unclear to administrators. */
const CUSTOM_TABLE_LABELS: Readonly<Partial<Record<(typeof AUDITED_RECORDS)[number], string>>> = {
  about_items: "Mission items",
  email_outbox: "Emails",
  impact_stats: "Opening totals",
  second_factors: "Two-step login",
  shift_waitlist: "Waiting lists",
  users: "Administrators",
  volunteer_event_registrations: "Event sign-ups",
  volunteer_shifts: "Shifts",
};
const TABLE_LABELS = Object.fromEntries(
  AUDITED_RECORDS.map((table) => [table, CUSTOM_TABLE_LABELS[table] ?? formatFieldLabel(table)]),
);

/** Returns the name of the administrator with this id, if there is one. */
type UsernameLookup = (id: string) => string | undefined;

const createColumns = (nameOf: UsernameLookup): readonly Column<AuditEntry>[] => [
  {
    name: "what",
    header: "What",
    cell: (entry) => (
      <>
        <span className={cx(isAutomatic(entry) && "quiet font-normal")}>
          {describeAuditEntry(entry, nameOf)}
        </span>
        <span
          className="quiet ml-2 text-sm font-normal break-words @4xl:ml-0 @4xl:block"
          title={entry.rowId}
        >
          {TABLE_LABELS[entry.tableName] ?? entry.tableName}
        </span>
      </>
    ),
  },
  {
    name: "occurredAt",
    header: "When",
    cell: ({ occurredAt }) => <ShortMoment moment={occurredAt} />,
  },
  {
    name: "actorName",
    header: "Who",
    cell: (entry) => (isBySite(entry) ? "The site" : entry.actorName),
  },
  {
    name: "changes",
    header: "Before and after",
    cell: (entry) => <AuditChanges entry={entry} nameOf={nameOf} />,
  },
];

/** Scheduled jobs and the sample data write many entries, which would bury what people did. */
const MAKERS = { people: "People", site: "The site itself", all: "Anyone" };
const DEFAULTS = { by: "people" } as const;

const NO_FILTERS: AuditFilters = { tableNames: [], actors: [] };

const createFilters = (
  tableNames: AuditFilters["tableNames"],
  usernamesById: Readonly<Record<string, string>>,
): readonly Filter[] => [
  {
    name: "tableName",
    label: "Record type",
    options: Object.fromEntries(tableNames.map((name) => [name, TABLE_LABELS[name] ?? name])),
  },
  { name: "action", label: "Action", options: ACTION_LABELS },
  { name: "actorId", label: "Who", options: usernamesById },
  { name: "by", label: "Made by", options: MAKERS, hasDefault: true },
  { name: "from", label: "From", options: "day" },
  { name: "to", label: "To", options: "day" },
];

/** Lists who changed what, and when. Filters are in the URL, so a filtered list can be shared. */
export const AuditLog = () => {
  const { tableNames, actors } = useAuditFilters().data ?? NO_FILTERS;
  const isOwner = useHasArea("owner");
  const usernamesById = Object.fromEntries(actors.map(({ id, username }) => [id, username]));
  return (
    <section aria-labelledby="audit-log-title">
      <SectionHeading id="audit-log-title">Audit Log</SectionHeading>
      <WithFigures
        figures={
          <p className="quiet mt-1 mb-5 max-w-3xl text-sm">
            Every change an administrator makes is recorded here right away, and no one can edit or
            delete it. Personal details appear as “erased,” so you can see that a field was filled
            in, but not what it said.{!isOwner && " You see only the changes in your areas."}
          </p>
        }
      >
        <RecordList
          pluralNoun="entries"
          list={auditLogEndpoints.listAuditLog.list}
          resource={auditLog}
          exportEndpoint="GET /api/audit-log/export"
          filters={createFilters(tableNames, usernamesById)}
          defaults={DEFAULTS}
          columns={createColumns((id) => usernamesById[id])}
          narrowRowStyle="log"
        />
      </WithFigures>
    </section>
  );
};
