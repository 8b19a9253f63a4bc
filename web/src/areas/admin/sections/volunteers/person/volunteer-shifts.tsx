import { useState } from "react";
import { Link } from "react-router-dom";
import { useRecords } from "#data/resource.ts";
import { participants, type Participant } from "#data/volunteer-event-registrations/resource.ts";
import {
  hasMailbox,
  useRemoveFromWaitlist,
  type VolunteerRecord,
} from "#data/volunteers/resource.ts";
import { RowMenu } from "#kit/lists/row-menu.tsx";
import { calendarDay, timeRange } from "#lib/format.ts";
import { paths } from "#lib/paths.ts";
import { Badge } from "#ui/badge.tsx";
import { showFailure } from "#ui/messages/show-failure.ts";
import { showSuccess } from "#ui/messages/show-success.ts";
import { PagedList } from "#ui/paged-list.tsx";
import { SectionHeading } from "#ui/section-heading.tsx";
import { ConfirmButton } from "#admin/confirm-button.tsx";
import { useEmailBox } from "#admin/use-email-box.tsx";
import { PutOnShift } from "./put-on-shift.tsx";
import { ATTENDANCE_LABELS, RemoveParticipant } from "../../events/participant-card.tsx";

const PAGE_SIZE = 5;

interface ShiftProps {
  readonly eventId: string;
  readonly eventType: string;
  readonly date: string;
  readonly startTime: string;
  readonly endTime: string;
}

const ShiftText = ({ eventId, eventType, date, startTime, endTime }: ShiftProps) => (
  // On a phone, what else the row shows goes below.
  <div className="min-w-0 flex-1 basis-56">
    <Link
      className="link link-hover font-semibold!"
      to={`${paths.dashboard("events")}?roster=${eventId}`}
    >
      {eventType}
    </Link>
    <p className="quiet text-sm">
      {calendarDay(date)}, {timeRange(startTime, endTime)}
    </p>
  </div>
);

interface ShiftRowProps {
  readonly shift: Participant;
  readonly isUpcoming: boolean;
}

const ShiftRow = ({ shift, isUpcoming }: ShiftRowProps) => (
  <div className="flex flex-wrap items-center gap-x-3 py-3">
    <ShiftText {...shift} />
    <div className="ml-auto flex items-center gap-2">
      {/* Hours count once the shift is over. */}
      {shift.attendance === "confirmed" && !shift.isCanceled && !isUpcoming && (
        <span className="quiet text-sm whitespace-nowrap tabular-nums">
          {shift.hours.toFixed(2)} hours
        </span>
      )}
      {shift.isCanceled && <Badge>Canceled</Badge>}
      {shift.attendance !== "expected" && <Badge>{ATTENDANCE_LABELS[shift.attendance]}</Badge>}
      <RowMenu name={`${shift.eventType}, ${calendarDay(shift.date)}`}>
        <RemoveParticipant participant={shift} hasStarted={!isUpcoming} />
      </RowMenu>
    </div>
  </div>
);

interface RemoveFromWaitlistProps {
  readonly hasEmail: boolean;
  readonly name: string;
  readonly id: string;
}

/** What each list shows. Past shifts include those that were canceled. */
const LISTS = {
  "Coming up": { isUpcoming: "true", isCanceled: "false", sort: "date" },
  Canceled: { isUpcoming: "true", isCanceled: "true", sort: "date" },
  Past: { isUpcoming: "false", sort: "-date" },
} as const;

interface ShiftListProps {
  readonly volunteerId: string;
  readonly heading: keyof typeof LISTS;
  readonly subject: string;
  /** Without this, nothing is shown if there are no shifts. */
  readonly emptyTitle?: string;
}

const ShiftList = ({ volunteerId, heading, subject, emptyTitle = "" }: ShiftListProps) => {
  const [page, setPage] = useState(1);
  const query = useRecords(participants, {
    volunteerId,
    ...LISTS[heading],
    limit: PAGE_SIZE,
    offset: (page - 1) * PAGE_SIZE,
  });
  const isEmpty = query.data?.rows.length === 0 && page === 1;
  if (emptyTitle === "" && (isEmpty || !query.data)) return null;
  return (
    <>
      <h3 className="mt-4 font-semibold">{heading}</h3>
      {isEmpty ? (
        <p className="quiet mt-1 text-sm">{emptyTitle}</p>
      ) : (
        <PagedList
          subject={subject}
          query={query}
          emptyTitle={emptyTitle}
          pageSize={PAGE_SIZE}
          page={page}
          onPage={setPage}
          rowKey={({ id }) => id}
          className="divide-base-300 divide-y"
          renderRow={(shift) => (
            <ShiftRow shift={shift} isUpcoming={LISTS[heading].isUpcoming === "true"} />
          )}
        />
      )}
    </>
  );
};

const RemoveFromWaitlist = ({ name, id, hasEmail }: RemoveFromWaitlistProps) => {
  const removeMutation = useRemoveFromWaitlist();
  const { sendsEmail, emailBox } = useEmailBox(`Email ${name} about it`, hasEmail);
  const remove = async () => {
    try {
      await removeMutation.mutateAsync({ id, sendsEmail });
      showSuccess(`${name} was removed from the waiting list`);
    } catch (error) {
      showFailure("A volunteer could not be removed from the waiting list", error, {
        title: "We couldn't remove them from the list",
        fallback: "Please try again.",
      });
    }
  };
  return (
    <ConfirmButton
      variant="ghost"
      className="text-error"
      aria-label={`Remove from the list: ${name}`}
      confirmation={{
        title: `Remove ${name} from this waiting list?`,
        body: (
          <>
            <p className="mb-3">Everyone behind them moves up.</p>
            {emailBox}
          </>
        ),
        confirmLabel: "Remove from the list",
        destructive: true,
      }}
      onConfirm={remove}
    >
      Remove from the list
    </ConfirmButton>
  );
};

const WaitlistEntries = ({ volunteer }: { readonly volunteer: VolunteerRecord }) =>
  volunteer.waitlistEntries.length > 0 && (
    <>
      <h3 className="mt-4 font-semibold">On the waiting list</h3>
      <ul className="divide-base-300 divide-y" aria-label="On the waiting list">
        {volunteer.waitlistEntries.map((shift) => (
          <li key={shift.eventId} className="flex flex-wrap items-center gap-x-3 py-3">
            <ShiftText {...shift} />
            <div className="ml-auto flex items-center gap-2">
              {shift.isCanceled ? (
                <Badge>Canceled</Badge>
              ) : (
                <span className="quiet text-sm">Number {shift.position} in line</span>
              )}
              <RowMenu name={`${shift.eventType}, ${calendarDay(shift.date)}`}>
                <RemoveFromWaitlist
                  name={volunteer.name}
                  id={shift.id}
                  hasEmail={hasMailbox(volunteer)}
                />
              </RowMenu>
            </div>
          </li>
        ))}
      </ul>
    </>
  );

/** Lists the shifts that the volunteer signed up for, and those they attended. */
export const VolunteerShifts = ({ volunteer }: { readonly volunteer: VolunteerRecord }) => (
  <section className="card-box p-5 sm:p-6" aria-labelledby="shifts-title">
    <div className="flex flex-wrap items-center justify-between gap-3">
      <SectionHeading id="shifts-title">Shifts</SectionHeading>
      {volunteer.isActive && <PutOnShift volunteer={volunteer} />}
    </div>
    <ShiftList
      volunteerId={volunteer.id}
      heading="Coming up"
      subject="the upcoming shifts"
      emptyTitle="No shifts coming up"
    />
    <WaitlistEntries volunteer={volunteer} />
    <ShiftList volunteerId={volunteer.id} heading="Canceled" subject="the canceled shifts" />
    <ShiftList
      volunteerId={volunteer.id}
      heading="Past"
      subject="the past shifts"
      emptyTitle="No past shifts"
    />
  </section>
);
