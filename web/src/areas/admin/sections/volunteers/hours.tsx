import { hourEntryEndpoints } from "#contracts/hour-entries.ts";
import { hourEntries, type HourEntry } from "#data/hour-entries/resource.ts";
import { labelsOf, StatusBadge } from "#kit/lists/status-badge.tsx";
import type { Column } from "#kit/lists/list-table.tsx";
import { RowMenu } from "#kit/lists/row-menu.tsx";
import { RecordList } from "#kit/lists/record-list.tsx";
import { shortDay } from "#lib/format.ts";
import { VolunteerLink } from "#admin/volunteer-link.tsx";
import { HOUR_ENTRY_STATUS } from "./hour-entry-editor.tsx";
import { ApproveHours, RejectHours } from "./review-hours.tsx";

const FILTERS = [{ name: "status", label: "Status", options: labelsOf(HOUR_ENTRY_STATUS) }];

const COLUMNS: readonly Column<HourEntry>[] = [
  { name: "date", header: "Date", cell: ({ date }) => shortDay(date) },
  {
    name: "person",
    header: "Volunteer",
    cell: ({ personId, personName }) => <VolunteerLink id={personId}>{personName}</VolunteerLink>,
  },
  {
    name: "activity",
    header: "What they did",
    cell: ({ activity, status, isCounted, shiftThatDay }) => (
      <>
        <span className="wrap-anywhere">{activity}</span>
        {status === "approved" && !isCounted && (
          <span className="quiet block text-sm">
            Not counted, because of the shift that day: {shiftThatDay}
          </span>
        )}
      </>
    ),
  },
  { name: "hours", header: "Hours", align: "right", cell: ({ hours }) => hours.toFixed(2) },
  {
    name: "status",
    header: "Status",
    cell: ({ status }) => <StatusBadge looks={HOUR_ENTRY_STATUS} status={status} />,
  },
];

/** The hours outside shifts that volunteers handed in or administrators entered. Each volunteer's page adds and edits them. */
export const Hours = () => (
  <RecordList
    pluralNoun="hours"
    list={hourEntryEndpoints.listHourEntries.list}
    resource={hourEntries}
    exportEndpoint="GET /api/hour-entries/export"
    filters={FILTERS}
    columns={COLUMNS}
    emptyTitle="No hours outside shifts yet"
    nameOf={({ personName, activity }) => `${personName}, ${activity}`}
    renderActions={(entry) =>
      entry.status === "pending" && (
        <>
          <ApproveHours entry={entry} />
          <RowMenu name={`${entry.personName}, ${entry.activity}`}>
            <RejectHours entry={entry} />
          </RowMenu>
        </>
      )
    }
  />
);
