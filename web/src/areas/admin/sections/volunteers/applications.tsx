import { useState } from "react";
import { formatFullName } from "#rules/names.ts";
import { volunteerApplicationEndpoints } from "#contracts/volunteer-applications.ts";
import {
  type AdminApplication,
  volunteerApplications,
} from "#data/volunteer-applications/resource.ts";
import type { Column } from "#kit/lists/list-table.tsx";
import { ExportButton } from "#kit/lists/export-button.tsx";
import type { Filter } from "#kit/lists/list-toolbar.tsx";
import { RecordList, type RecordListProps } from "#kit/lists/record-list.tsx";
import { labelsOf } from "#kit/lists/status-badge.tsx";
import { useQueryString } from "#kit/lists/use-query-string.ts";
import { calendarDay, shortDay } from "#lib/format.ts";
import { ShortDate } from "#lib/time/dates.tsx";
import { Fact } from "#admin/fact.tsx";
import { VolunteerLink } from "#admin/volunteer-link.tsx";
import { WithFigures } from "#admin/with-figures.tsx";
import { ApproveSelected, FailedApprovals, type FailedApproval } from "./approve-selected.tsx";
import { VolunteerFigures } from "./figures.tsx";
import { availabilityText, PersonEmail, PersonName, PlaceCell } from "./person-cells.tsx";
import { PersonDialog } from "./person-dialog.tsx";
import { ApplicationStatus, OtherApplications, APPLICATION_STATUS } from "./application-status.tsx";
import { ResendButton } from "./resend-button.tsx";
import { OpenReview, ReviewButton } from "./review-button.tsx";
import { UndoRejectionButton } from "./undo-rejection-button.tsx";

const FILTERS: readonly Filter[] = [
  { name: "status", label: "Status", options: labelsOf(APPLICATION_STATUS) },
];

const COLUMNS: readonly Column<AdminApplication>[] = [
  {
    name: "lastName",
    header: "Applicant",
    cell: (application) => (
      <>
        {application.volunteerId === null ? (
          <PersonName {...application} name={formatFullName(application)} />
        ) : (
          <>
            <VolunteerLink
              id={application.volunteerId}
              className="max-sm:inline-block max-sm:py-1.5"
            >
              {formatFullName(application)}
            </VolunteerLink>
            <PersonEmail email={application.email} />
          </>
        )}
        <WantedEventText event={application.wantedEvent} />
        {application.sameAddress.length > 0 && (
          <div className="quiet mt-1 text-sm">
            <p>Also applied with this email:</p>
            <OtherApplications sameAddress={application.sameAddress} />
          </div>
        )}
      </>
    ),
  },
  { name: "place", header: "Location", cell: (row) => <PlaceCell {...row} /> },
  {
    name: "availability",
    header: "Availability",
    cell: ({ availability }) => availabilityText(availability),
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

const WantedEventText = ({ event }: { readonly event: AdminApplication["wantedEvent"] }) =>
  event && (
    <p className="mt-1 text-sm">
      Wants to come to {event.eventType}, {shortDay(event.date)}
    </p>
  );

const MatchFact = ({
  match: { id, name, isNamed, isDisabled },
}: {
  readonly match: NonNullable<AdminApplication["match"]>;
}) => (
  <Fact name={isNamed ? "Already a volunteer" : "Email belongs to"}>
    <VolunteerLink id={id}>{name}</VolunteerLink>
    {isDisabled && ", disabled"}
  </Fact>
);

const ApplicantDialog = ({ rows }: { readonly rows: readonly AdminApplication[] | undefined }) => (
  <PersonDialog
    rows={rows}
    nameOf={formatFullName}
    renderActions={(application, close) =>
      application.status === "pending" && (
        <>
          <OpenReview application={application} decision="approve" onLeave={close} />
          <OpenReview application={application} decision="reject" onLeave={close} />
        </>
      )
    }
  >
    {(application) => (
      <>
        <Fact name="Interests">
          <span className="whitespace-pre-line">{application.interests || "–"}</span>
        </Fact>
        {application.wantedEvent && (
          <Fact name="Wants to come to">
            {application.wantedEvent.eventType}, {calendarDay(application.wantedEvent.date)}
          </Fact>
        )}
        <Fact name="Applied">
          <ShortDate moment={application.createdAt} />
        </Fact>
        <Fact name="Status">
          <ApplicationStatus {...application} />
        </Fact>
        {application.match && <MatchFact match={application.match} />}
        {application.sameAddress.length > 0 && (
          <Fact name="Also applied with this email">
            <OtherApplications sameAddress={application.sameAddress} />
          </Fact>
        )}
      </>
    )}
  </PersonDialog>
);

export const Applications = () => {
  const [params] = useQueryString();
  const [failedApprovals, setFailedApprovals] = useState<readonly FailedApproval[]>([]);
  const renderBulkActions: RecordListProps<AdminApplication>["renderBulkActions"] = (
    rows,
    clear,
    list,
  ) => (
    <>
      <ApproveSelected
        rows={rows.filter(({ status }) => status === "pending")}
        onDone={(failures) => {
          setFailedApprovals(failures);
          clear(failures.map(({ id }) => id));
        }}
      />
      <ExportButton
        caption="applications"
        endpoint="GET /api/volunteer-applications/export"
        list={list}
        ids={rows.map(({ id }) => id)}
      />
    </>
  );
  return (
    <WithFigures figures={<VolunteerFigures />}>
      <FailedApprovals failedApprovals={failedApprovals} />
      <RecordList
        pluralNoun="applications"
        list={volunteerApplicationEndpoints.listVolunteerApplications.list}
        resource={volunteerApplications}
        refreshedReads={[
          "GET /api/volunteer-applications",
          "GET /api/volunteers",
          "GET /api/admin/overview",
        ]}
        exportEndpoint="GET /api/volunteer-applications/export"
        filters={FILTERS}
        columns={COLUMNS}
        emptyTitle={params.get("status") === "pending" ? "No new applications" : undefined}
        nameOf={formatFullName}
        renderBulkActions={renderBulkActions}
        renderBelow={({ rows }) => <ApplicantDialog rows={rows} />}
        renderActions={(application) => (
          <>
            {application.status === "pending" && (
              <>
                <ReviewButton application={application} decision="approve" />
                <ReviewButton application={application} decision="reject" />
              </>
            )}
            {application.status === "rejected" &&
              !application.isClosed &&
              !application.isEmptied && <UndoRejectionButton application={application} />}
            {application.awaitsActivation && <ResendButton application={application} />}
          </>
        )}
      />
    </WithFigures>
  );
};
