import { formatFullName } from "#rules/names.ts";
import { volunteerAccountEndpoints } from "#contracts/volunteer-accounts.ts";
import { volunteerAccounts, type VolunteerAccount } from "#data/volunteer-accounts/resource.ts";
import type { Column } from "#kit/lists/list-table.tsx";
import type { Filter } from "#kit/lists/list-toolbar.tsx";
import { RecordList } from "#kit/lists/record-list.tsx";
import { labelsOf, StatusBadge } from "#kit/lists/status-badge.tsx";
import { ShortDate } from "#lib/time/dates.tsx";
import { ACCOUNT_STATUS } from "#admin/account-status.ts";
import { PersonStatusButton } from "#admin/person-status-button.tsx";
import { VolunteerLink } from "#admin/volunteer-link.tsx";
import { SectionHeading } from "#ui/section-heading.tsx";

const FILTERS: readonly Filter[] = [
  { name: "isActive", label: "Status", options: labelsOf(ACCOUNT_STATUS) },
];

const COLUMNS: readonly Column<VolunteerAccount>[] = [
  {
    name: "lastName",
    header: "Name",
    cell: ({ id, firstName, lastName, isActive }) => (
      <>
        <VolunteerLink id={id} className="mr-2">
          {`${firstName} ${lastName}`}
        </VolunteerLink>
        <StatusBadge looks={ACCOUNT_STATUS} status={`${isActive}`} />
      </>
    ),
  },
  { name: "email", header: "Email", cell: ({ email }) => email },
  {
    name: "createdAt",
    header: "Joined",
    cell: ({ createdAt }) => <ShortDate moment={createdAt} />,
  },
  {
    name: "lastLoginAt",
    header: "Last login",
    cell: ({ lastLoginAt }) =>
      lastLoginAt === null ? "Never" : <ShortDate moment={lastLoginAt} />,
  },
];

export const VolunteerAccounts = () => (
  <>
    <SectionHeading className="mb-5">Volunteer Accounts</SectionHeading>
    <RecordList
      pluralNoun="volunteer accounts"
      list={volunteerAccountEndpoints.listVolunteerAccounts.list}
      resource={volunteerAccounts}
      filters={FILTERS}
      columns={COLUMNS}
      emptyTitle="No volunteer accounts found"
      renderActions={({ id, firstName, lastName, isActive }) => (
        <PersonStatusButton
          id={id}
          hasLogin
          name={formatFullName({ firstName, lastName })}
          isActive={isActive}
        />
      )}
    />
  </>
);
