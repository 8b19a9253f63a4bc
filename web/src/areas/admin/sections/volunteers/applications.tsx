import { volunteerApplicationEndpoints } from "#contracts/volunteer-applications.ts";
import { useRecords } from "../../../../data/resource.ts";
import { useApplicationCounts } from "../../../../data/volunteer-applications/queries.ts";
import {
  volunteerApplications,
  type AdminApplication,
} from "../../../../data/volunteer-applications/resource.ts";
import { useVolunteerCounts } from "../../../../data/volunteers/queries.ts";
import { DataTable, type Column } from "../../../../kit/data-table.tsx";
import { ExportButton } from "../../../../kit/export-button.tsx";
import type { Filter } from "../../../../kit/list-toolbar.tsx";
import { RefreshButton } from "../../../../kit/refresh-button.tsx";
import { useListAddress } from "../../../../kit/use-list-address.ts";
import { ShortDate } from "../../../../lib/dates.tsx";
import { number } from "../../../../lib/format.ts";
import { StatCard } from "../../../../ui/stat-card.tsx";
import { figure } from "../../query-states.tsx";
import { ApplicationStatus, STATUS_LABELS } from "./application-status.tsx";
import { ResendButton } from "./resend-button.tsx";
import { ReviewButton } from "./review-button.tsx";

const PAGE_SIZE = 20;

const FILTERS: readonly Filter[] = [{ name: "status", label: "Status", options: STATUS_LABELS }];

const COLUMNS: readonly Column<AdminApplication>[] = [
  {
    name: "lastName",
    header: "Applicant",
    cell: ({ firstName, lastName, email, phone }) => (
      <>
        <span className="font-semibold">{`${firstName} ${lastName}`}</span>
        <a className="link block text-sm break-words" href={`mailto:${email}`}>
          {email}
        </a>
        {phone && (
          <a className="link block text-sm whitespace-nowrap" href={`tel:${phone}`}>
            {phone}
          </a>
        )}
      </>
    ),
  },
  {
    name: "place",
    header: "Place",
    cell: ({ city, state, zipCode }) => (
      <>
        {[city, state].filter((part) => part && part !== "Unknown").join(", ") || "–"}
        {zipCode && <span className="quiet block text-sm">{zipCode}</span>}
      </>
    ),
  },
  {
    name: "availability",
    header: "Availability",
    cell: ({ availability }) => (
      <span className="inline-block first-letter:uppercase">{availability.replace("-", " ")}</span>
    ),
  },
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

const percent = (part: number, all: number): string =>
  all === 0 ? "–" : `${Math.round((part / all) * 100)}%`;

const Figures = () => {
  const volunteers = useVolunteerCounts();
  const counts = useApplicationCounts();
  return (
    <div className="mb-6 grid gap-4 sm:grid-cols-3">
      <StatCard label="Active" value={figure(volunteers, ({ active }) => number(active))} />
      <StatCard label="New Applications" value={figure(counts, ({ pending }) => number(pending))} />
      <StatCard
        label="Retention Rate"
        value={figure(counts, ({ approved, all }) => percent(approved, all))}
        note="approved of all applications"
      />
    </div>
  );
};

export const Applications = () => {
  const list = useListAddress({
    sorts: volunteerApplicationEndpoints.listVolunteerApplications.list.sorts,
    filters: FILTERS.map(({ name }) => name),
    pageSize: PAGE_SIZE,
  });
  return (
    <>
      <Figures />
      <DataTable
        caption="applications"
        columns={COLUMNS}
        filters={FILTERS}
        list={list}
        listActions={
          <>
            <RefreshButton reads={["GET /api/volunteer-applications", "GET /api/volunteers"]} />
            <ExportButton
              caption="applications"
              from="GET /api/volunteer-applications/export"
              list={list}
            />
          </>
        }
        query={useRecords(volunteerApplications, list.query)}
        empty={list.filters["status"] === "pending" ? "No new applications" : "No applications yet"}
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
