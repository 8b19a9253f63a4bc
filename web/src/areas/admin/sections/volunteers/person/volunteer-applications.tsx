import { useState } from "react";
import { formatFullName } from "#rules/names.ts";
import { useRecords } from "#data/resource.ts";
import {
  type AdminApplication,
  volunteerApplications,
} from "#data/volunteer-applications/resource.ts";
import { ShortDate } from "#lib/time/dates.tsx";
import { PagedList } from "#ui/paged-list.tsx";
import { SectionHeading } from "#ui/section-heading.tsx";
import { ApplicationStatus } from "../application-status.tsx";
import { availabilityText } from "../person-cells.tsx";
import { ReviewButton } from "../review-button.tsx";
import { UndoRejectionButton } from "../undo-rejection-button.tsx";

const PAGE_SIZE = 3;

const REVIEW_TEXTS = { pending: "", approved: "Approved", rejected: "Rejected" };

const ApplicationHistory = ({ application }: { readonly application: AdminApplication }) => {
  const { createdAt, isEntered, reviewedAt, reviewedBy, status } = application;
  if (isEntered) {
    return (
      <p className="quiet text-sm">
        Entered {reviewedBy !== null && `by ${reviewedBy} `}on <ShortDate moment={createdAt} />
      </p>
    );
  }
  return (
    <p className="quiet text-sm">
      Applied on <ShortDate moment={createdAt} />
      {reviewedAt !== null && (
        <>
          {`. ${REVIEW_TEXTS[status]} on `}
          <ShortDate moment={reviewedAt} />
          {reviewedBy !== null && ` by ${reviewedBy}`}
        </>
      )}
    </p>
  );
};

const ApplicationRow = ({ application }: { readonly application: AdminApplication }) => {
  const { status, isClosed, interests, availability, email } = application;
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2 py-3">
      <div className="grid min-w-0 flex-1 basis-56 gap-1 wrap-anywhere">
        <p className="font-semibold">{formatFullName(application)}</p>
        <p className="quiet text-sm">{email}</p>
        <ApplicationHistory application={application} />
        <p className="text-sm">{availabilityText(availability)}</p>
        {interests && <p className="text-sm whitespace-pre-line">{interests}</p>}
        <div>
          <ApplicationStatus {...application} />
        </div>
      </div>
      <div className="flex flex-wrap gap-2">
        {status === "pending" && (
          <>
            <ReviewButton application={application} decision="approve" />
            <ReviewButton application={application} decision="reject" />
          </>
        )}
        {status === "rejected" && !isClosed && <UndoRejectionButton application={application} />}
      </div>
    </div>
  );
};

/** Every application from the volunteer's login or addresses, latest first, with its decision. */
export const VolunteerApplications = ({ volunteerId }: { readonly volunteerId: string }) => {
  const [page, setPage] = useState(1);
  const query = useRecords(volunteerApplications, {
    volunteerId,
    limit: PAGE_SIZE,
    offset: (page - 1) * PAGE_SIZE,
  });
  return (
    <section className="card-box p-5 sm:p-6" aria-labelledby="applications-title">
      <SectionHeading id="applications-title" className="mb-2">
        Applications
      </SectionHeading>
      <PagedList
        subject="the applications"
        query={query}
        emptyTitle="No applications"
        pageSize={PAGE_SIZE}
        page={page}
        onPage={setPage}
        rowKey={({ id }) => id}
        className="divide-base-300 divide-y"
        renderRow={(application) => <ApplicationRow application={application} />}
      />
    </section>
  );
};
