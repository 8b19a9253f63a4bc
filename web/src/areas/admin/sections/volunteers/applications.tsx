import { useState } from "react";
import { volunteerApplicationEndpoints } from "#contracts/volunteer-applications.ts";
import { useRecords } from "#data/resource.ts";
import {
  volunteerApplications,
  type AdminApplication,
} from "#data/volunteer-applications/resource.ts";
import { DataTable, type Column } from "#kit/data-table.tsx";
import { ExportButton } from "#kit/export-button.tsx";
import type { Filter } from "#kit/list-toolbar.tsx";
import type { ListProps } from "#kit/list-frame.tsx";
import { useListAddress } from "#kit/use-list-address.ts";
import { labelsOf } from "#kit/status-badge.tsx";
import { ShortDate } from "#lib/dates.tsx";
import { ApproveSelected, Refusals, type FailedApproval } from "./approve-selected.tsx";
import { VolunteerFigures } from "./figures.tsx";
import { AvailabilityCell, Contact, Residence } from "./person-cells.tsx";
import { ApplicationStatus, SameAddress, APPLICATION_STATUS } from "./application-status.tsx";
import { ResendButton } from "./resend-button.tsx";
import { ReviewButton } from "./review-button.tsx";

const PAGE_SIZE = 20;

const FILTERS: readonly Filter[] = [
  { name: "status", label: "Status", options: labelsOf(APPLICATION_STATUS) },
];

const COLUMNS: readonly Column<AdminApplication>[] = [
  {
    name: "lastName",
    header: "Applicant",
    cell: ({ firstName, lastName, email, phone, sameAddress }) => (
      <>
        <Contact name={`${firstName} ${lastName}`} email={email} phone={phone} />
        <SameAddress sameAddress={sameAddress} />
      </>
    ),
  },
  { name: "place", header: "Location", cell: (row) => <Residence {...row} /> },
  { name: "availability", header: "Availability", cell: (row) => <AvailabilityCell {...row} /> },
  {
    name: "interests",
    header: "Interests",
    cell: ({ interests }) => <span className="whitespace-pre-line">{interests || "–"}</span>,
  },
  {
    name: "createdAt",
    header: "Applied",
    cell: ({ createdAt }) => (
      <span className="whitespace-nowrap">
        <ShortDate moment={createdAt} />
      </span>
    ),
  },
  { name: "status", header: "Status", cell: (row) => <ApplicationStatus {...row} /> },
];

const nameOf = ({ firstName, lastName }: AdminApplication): string =>
  `${firstName} ${lastName}`.trim();

export const Applications = () => {
  const list = useListAddress({
    sorts: volunteerApplicationEndpoints.listVolunteerApplications.list.sorts,
    filters: FILTERS.map(({ name }) => name),
    pageSize: PAGE_SIZE,
  });
  const [refusals, setRefusals] = useState<readonly FailedApproval[]>([]);
  const renderBulkActions: ListProps<AdminApplication>["renderBulkActions"] = (rows, clear) => (
    <>
      <ApproveSelected
        rows={rows.filter(({ status }) => status === "pending")}
        onDone={(refused) => {
          setRefusals(refused);
          clear(refused.map(({ id }) => id));
        }}
      />
      <ExportButton
        caption="applications"
        from="GET /api/volunteer-applications/export"
        list={list}
        ids={rows.map(({ id }) => id)}
      />
    </>
  );
  return (
    <>
      <VolunteerFigures />
      <Refusals refusals={refusals} />
      <DataTable
        caption="applications"
        columns={COLUMNS}
        filters={FILTERS}
        list={list}
        refreshes={[
          "GET /api/volunteer-applications",
          "GET /api/volunteers",
          "GET /api/admin/overview",
        ]}
        listActions={
          <ExportButton
            caption="applications"
            from="GET /api/volunteer-applications/export"
            list={list}
          />
        }
        query={useRecords(volunteerApplications, list.query)}
        empty={list.filters["status"] === "pending" ? "No new applications" : "No applications yet"}
        nameOf={nameOf}
        renderBulkActions={renderBulkActions}
        renderActions={(application) => (
          <>
            {application.status === "pending" && (
              <>
                <ReviewButton application={application} decision="approve" />
                <ReviewButton application={application} decision="reject" />
              </>
            )}
            {application.awaitsActivation && <ResendButton application={application} />}
          </>
        )}
      />
    </>
  );
};
