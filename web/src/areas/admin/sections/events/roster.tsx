import ArrowLeft from "lucide-react/icons/arrow-left";
import Printer from "lucide-react/icons/printer";
import type { KeyboardEvent } from "react";
import { isCheckInOpen } from "#rules/get-event-status.ts";
import { volunteerEventRegistrationEndpoints } from "#contracts/volunteer-event-registrations.ts";
import { EVENT_READS, useRoster, type AdminEvent } from "#data/events/resource.ts";
import {
  participants,
  useRecordAttendances,
  type Participant,
} from "#data/volunteer-event-registrations/resource.ts";
import { RecordList } from "#kit/lists/record-list.tsx";
import { useIsPhone } from "#kit/lists/use-is-phone.ts";
import { number, timeRange } from "#lib/format.ts";
import { paths } from "#lib/paths.ts";
import { useTickingNow } from "#lib/time/ticking-now.ts";
import { LinkButton } from "#ui/button.tsx";
import { showFailure } from "#ui/messages/show-failure.ts";
import { showSuccess } from "#ui/messages/show-success.ts";
import { SectionHeading } from "#ui/section-heading.tsx";
import { ConfirmButton } from "#admin/confirm-button.tsx";
import { QueryStates } from "#admin/query-states.tsx";
import { AddParticipant } from "./add-participant.tsx";
import { EventStatus, spotsText, eventTitle } from "./event-texts.tsx";
import { ATTENDANCE_LABELS, ParticipantCard } from "./participant-card.tsx";
import { WaitingList } from "./waiting-list.tsx";

const ORDERS = {
  lastName: "Last name (A to Z)",
  "-lastName": "Last name (Z to A)",
  registeredAt: "Earliest sign-up",
  "-registeredAt": "Latest sign-up",
};

const FILTERS = [{ name: "attendance", label: "Attendance", options: ATTENDANCE_LABELS }];

/** Moves the focus to the same button of the next or previous person. */
const moveFocus = (event: KeyboardEvent<HTMLElement>) => {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const attendance = (event.target as HTMLElement).dataset["attendance"];
  if (!step || !attendance) return;
  const buttons = [
    ...event.currentTarget.querySelectorAll<HTMLElement>(`[data-attendance="${attendance}"]`),
  ];
  const nextButton = buttons[buttons.indexOf(event.target as HTMLElement) + step];
  if (!nextButton) return;
  event.preventDefault();
  nextButton.focus();
};

const MarkAllPresent = ({
  unmarkedParticipants,
}: {
  readonly unmarkedParticipants: readonly Participant[];
}) => {
  const record = useRecordAttendances();
  const markAllPresent = async () => {
    try {
      const ids = unmarkedParticipants.map(({ id }) => id);
      await record.mutateAsync({ ids, attendance: "confirmed" });
      showSuccess("Attendance recorded");
    } catch (error) {
      showFailure("Attendance could not be recorded", error, {
        title: "Error",
        fallback: "We couldn't record the attendance. Please try again.",
      });
    }
  };
  return (
    <ConfirmButton
      variant="primary"
      size="md"
      disabled={unmarkedParticipants.length === 0}
      confirmation={{
        title: "Mark everyone present?",
        body: `${number(unmarkedParticipants.length)} ${unmarkedParticipants.length === 1 ? "person hasn't" : "people haven't"} been marked yet and will count as present. You can change each one later.`,
        confirmLabel: "Mark all present",
      }}
      onConfirm={markAllPresent}
    >
      Mark everyone present
    </ConfirmButton>
  );
};

interface EventProps {
  readonly event: AdminEvent;
}

/** A full or canceled event takes no more volunteers. */
const AddToEvent = ({ event }: EventProps) => {
  const { id, isActive, maxVolunteers, registeredVolunteers } = event;
  if (!isActive) return null;
  return maxVolunteers !== null && registeredVolunteers >= maxVolunteers ? (
    <p className="quiet">All spots are taken. To add someone, raise the number of spots.</p>
  ) : (
    <AddParticipant eventId={id} hasStarted={event.status !== "upcoming"} />
  );
};

const EventTitle = ({ event }: EventProps) => (
  <SectionHeading className="flex flex-wrap items-center gap-2">
    {eventTitle(event)}
    <EventStatus {...event} />
  </SectionHeading>
);

const EventDetails = ({ event }: EventProps) => (
  <>
    <p className="quiet">
      {timeRange(event.startTime, event.endTime)}&nbsp;·&nbsp;{event.address}
    </p>
    <p className="mt-1 font-semibold">Volunteers: {spotsText(event)}</p>
    {event.cancellationReason && <p className="mt-1">Canceled: {event.cancellationReason}</p>}
    <p className="quiet mt-2 text-sm">
      {event.status === "upcoming"
        ? "You can check people in from an hour before the event starts. Anyone you mark absent before the start gives up their spot."
        : "About an hour after the event ends, anyone not marked absent counts as present."}
    </p>
  </>
);

/** Lists an event's participants with attendance buttons. On phones, the event's details come last. */
export const Roster = ({ id }: { readonly id: string }) => {
  const rosterQuery = useRoster(id);
  const isPhone = useIsPhone();
  const event = rosterQuery.data?.event;
  const hasStarted = event !== undefined && event.status !== "upcoming";
  const now = useTickingNow();
  const hasCheckIn = hasStarted || (event !== undefined && isCheckInOpen(event, now));
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-4 sm:mb-4">
        <LinkButton to={{ search: "" }} variant="ghost" size="sm" className="-ml-2">
          <ArrowLeft aria-hidden="true" size={16} />
          All events
        </LinkButton>
        <LinkButton to={paths.dashboard("events", "sign-in-sheets", id)} variant="ghost" size="sm">
          <Printer aria-hidden="true" size={16} />
          Sign-in sheet
        </LinkButton>
      </div>
      <QueryStates query={rosterQuery} subject="the event">
        {({ event }) => (
          <header className="mb-4 sm:mb-5">
            <EventTitle event={event} />
            {!isPhone && <EventDetails event={event} />}
          </header>
        )}
      </QueryStates>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the focus is on the buttons inside */}
      <div onKeyDown={moveFocus}>
        <RecordList
          pluralNoun="volunteers"
          list={volunteerEventRegistrationEndpoints.listAttendance.list}
          resource={participants}
          fixedFilters={{ eventId: id }}
          refreshedReads={["GET /api/attendance", ...EVENT_READS]}
          filters={FILTERS}
          orders={ORDERS}
          emptyTitle="No one has signed up yet"
          exportEndpoint="GET /api/attendance/export"
          renderListActions={({ rows = [] }) => (
            <>
              {rosterQuery.data && <AddToEvent event={rosterQuery.data.event} />}
              {hasStarted && rows.length > 0 && (
                <MarkAllPresent
                  unmarkedParticipants={rows.filter(({ attendance }) => attendance === "expected")}
                />
              )}
            </>
          )}
          renderCard={(participant) => (
            <ParticipantCard
              participant={participant}
              hasStarted={hasStarted}
              hasCheckIn={hasCheckIn}
            />
          )}
        />
      </div>
      {isPhone && event && (
        <div className="mt-6">
          <EventDetails event={event} />
        </div>
      )}
      {rosterQuery.data && (
        <WaitingList volunteers={rosterQuery.data.waiting} event={rosterQuery.data.event} />
      )}
    </>
  );
};
