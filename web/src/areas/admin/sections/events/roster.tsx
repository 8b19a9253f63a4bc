import ArrowLeft from "lucide-react/icons/arrow-left";
import type { KeyboardEvent } from "react";
import { volunteerEventRegistrationEndpoints } from "#contracts/volunteer-event-registrations.ts";
import { EVENT_READS, useRoster, type AdminEvent } from "#data/events/resource.ts";
import {
  participants,
  useRecordAttendances,
  type Participant,
} from "#data/volunteer-event-registrations/resource.ts";
import { ExportButton } from "#kit/lists/export-button.tsx";
import { RecordList } from "#kit/lists/record-list.tsx";
import { number, timeRange } from "#lib/format.ts";
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

/** Moves focus to the same button for the next or previous person. */
const moveFocus = (event: KeyboardEvent<HTMLElement>) => {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const attendance = (event.target as HTMLElement).dataset["answer"];
  if (!step || !attendance) return;
  const buttons = [
    ...event.currentTarget.querySelectorAll<HTMLElement>(`[data-answer="${attendance}"]`),
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

const EventHeader = ({ event }: { readonly event: AdminEvent }) => (
  <header className="mb-5">
    <SectionHeading className="flex flex-wrap items-center gap-2">
      {eventTitle(event)}
      <EventStatus {...event} />
    </SectionHeading>
    <p className="quiet">
      {timeRange(event.startTime, event.endTime)} · {event.address}
    </p>
    <p className="mt-1 font-semibold">Volunteers: {spotsText(event)}</p>
    {event.cancellationReason && <p className="mt-1">Canceled: {event.cancellationReason}</p>}
    <p className="quiet mt-2 text-sm">
      {event.status === "upcoming"
        ? "You can take attendance once the event starts."
        : "About an hour after the event ends, anyone not marked absent counts as present."}
    </p>
  </header>
);

/** Lists an event's participants with attendance buttons, laid out for phones. */
export const Roster = ({ id }: { readonly id: string }) => {
  const rosterQuery = useRoster(id);
  const hasStarted = rosterQuery.data !== undefined && rosterQuery.data.event.status !== "upcoming";
  return (
    <>
      <LinkButton to={{ search: "" }} variant="ghost" size="sm" className="mb-4 -ml-2">
        <ArrowLeft aria-hidden="true" size={16} />
        All events
      </LinkButton>
      <QueryStates query={rosterQuery} subject="the event">
        {({ event }) => <EventHeader event={event} />}
      </QueryStates>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the buttons inside have the focus */}
      <div onKeyDown={moveFocus}>
        <RecordList
          nouns="volunteers"
          list={volunteerEventRegistrationEndpoints.listAttendance.list}
          resource={participants}
          fixedFilters={{ eventId: id }}
          refreshedReads={["GET /api/attendance", ...EVENT_READS]}
          filters={FILTERS}
          orders={ORDERS}
          emptyTitle="No one has signed up yet"
          renderListActions={({ list, rows = [] }) => (
            <>
              <ExportButton caption="roster" endpoint="GET /api/attendance/export" list={list} />
              <AddParticipant eventId={id} />
              {hasStarted && (
                <MarkAllPresent
                  unmarkedParticipants={rows.filter(({ attendance }) => attendance === "expected")}
                />
              )}
            </>
          )}
          renderCard={(participant) => (
            <ParticipantCard participant={participant} hasStarted={hasStarted} />
          )}
        />
      </div>
      {rosterQuery.data && (
        <WaitingList volunteers={rosterQuery.data.waiting} event={rosterQuery.data.event} />
      )}
    </>
  );
};
