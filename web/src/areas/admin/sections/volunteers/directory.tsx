import { volunteerEndpoints } from "#contracts/volunteers.ts";
import { usePossibleVolunteerDuplicates } from "#data/dismissed-volunteer-duplicates/mutations.ts";
import { type DirectoryEntry, volunteers } from "#data/volunteers/resource.ts";
import { AddButton } from "#kit/lists/add-button.tsx";
import type { Column } from "#kit/lists/list-table.tsx";
import type { Filter } from "#kit/lists/list-toolbar.tsx";
import { RecordList } from "#kit/lists/record-list.tsx";
import { RowMenu } from "#kit/lists/row-menu.tsx";
import { labelsOf, StatusBadge } from "#kit/lists/status-badge.tsx";
import { NEW_RECORD_ID } from "#kit/lists/use-opened-record.ts";
import { paths } from "#lib/paths.ts";
import { number, shortDay } from "#lib/format.ts";
import { ACCOUNT_STATUS, PERSON_STATUS } from "#admin/account-status.ts";
import { DuplicatesNotice } from "#admin/merges/duplicates-notice.tsx";
import { PersonStatusButton } from "#admin/person-status-button.tsx";
import { WithFigures } from "#admin/with-figures.tsx";
import { VolunteerLink } from "#admin/volunteer-link.tsx";
import { VolunteerFigures } from "./figures.tsx";
import { availabilityText, PersonEmail, PlaceCell } from "./person-cells.tsx";

const FILTERS: readonly Filter[] = [
  {
    name: "isActive",
    label: "Status",
    options: { ...labelsOf(ACCOUNT_STATUS), false: "Disabled or inactive" },
  },
  { name: "isLapsing", label: "Qualifications", options: { true: "Expired or expiring soon" } },
];

const VolunteerStatus = ({ isActive, accountId, awaitsActivation }: DirectoryEntry) => (
  <>
    <StatusBadge
      looks={accountId === null ? PERSON_STATUS : ACCOUNT_STATUS}
      status={`${isActive}`}
    />
    {awaitsActivation && (
      <span className="quiet mt-1 block text-sm">Hasn't set up their account yet</span>
    )}
    {accountId === null && <span className="quiet mt-1 block text-sm">No login</span>}
  </>
);

const COLUMNS: readonly Column<DirectoryEntry>[] = [
  {
    name: "name",
    header: "Volunteer",
    cell: ({ id, name, email, contactEmail }) => (
      <>
        <VolunteerLink id={id} className="wrap-anywhere max-sm:inline-block max-sm:py-1.5">
          {name}
        </VolunteerLink>
        {/* In a narrow row, the volunteer's name is the only link. */}
        <span className="@max-4xl:hidden">
          {email !== null && <PersonEmail email={email} />}
          {contactEmail !== null && (
            <>
              <PersonEmail email={contactEmail} />
              <span className="quiet block text-sm">Shared mailbox</span>
            </>
          )}
        </span>
      </>
    ),
  },
  {
    name: "totalHours",
    header: "Hours",
    align: "right",
    cell: ({ totalHours }) => (
      <>
        {number(totalHours)}
        <span className="@4xl:hidden"> hours</span>
      </>
    ),
  },
  {
    name: "packagesHelped",
    header: "Packed",
    isWideOnly: true,
    align: "right",
    cell: ({ packagesHelped }) => number(packagesHelped),
  },
  { name: "place", header: "Location", cell: (row) => <PlaceCell {...row} /> },
  {
    name: "availability",
    header: "Availability",
    isWideOnly: true,
    cell: ({ availability }) => availabilityText(availability),
  },
  {
    name: "since",
    header: "Since",
    isWideOnly: true,
    cell: ({ since }) => <span className="whitespace-nowrap">{shortDay(since)}</span>,
  },
  { name: "status", header: "Status", cell: (row) => <VolunteerStatus {...row} /> },
];

/** Lists everyone who has ever been approved, with their activity. */
export const Directory = () => (
  <WithFigures
    figures={
      <>
        <VolunteerFigures />
        <DuplicatesNotice
          query={usePossibleVolunteerDuplicates()}
          to={paths.dashboard("volunteers", "duplicates")}
        />
      </>
    }
  >
    <RecordList
      pluralNoun="volunteers"
      list={volunteerEndpoints.listVolunteers.list}
      resource={volunteers}
      refreshedReads={["GET /api/volunteers", "GET /api/admin/overview"]}
      exportEndpoint="GET /api/volunteers/export"
      filters={FILTERS}
      renderListActions={() => (
        <AddButton
          label="Add volunteer"
          to={paths.dashboard("volunteers", "people", NEW_RECORD_ID)}
        />
      )}
      columns={COLUMNS}
      narrowRowStyle="ledger"
      renderActions={({ id, accountId, name, isActive }) => (
        <RowMenu name={name}>
          <PersonStatusButton
            id={accountId ?? id}
            hasLogin={accountId !== null}
            name={name}
            isActive={isActive}
          />
        </RowMenu>
      )}
    />
  </WithFigures>
);
