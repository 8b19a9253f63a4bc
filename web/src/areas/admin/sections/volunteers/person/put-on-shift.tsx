import CalendarPlus from "lucide-react/icons/calendar-plus";
import { useState } from "react";
import { events, type AdminEvent } from "#data/events/resource.ts";
import { useRecords } from "#data/resource.ts";
import { hasMailbox, usePutOnShift, type VolunteerRecord } from "#data/volunteers/resource.ts";
import { calendarDay, timeRange } from "#lib/format.ts";
import { useDebounced } from "#lib/use-debounced.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialogs/dialog.tsx";
import { CheckField } from "#ui/fields/check-field.tsx";
import { TextField } from "#ui/fields/field.tsx";
import { showFailure } from "#ui/messages/show-failure.ts";
import { showSuccess } from "#ui/messages/show-success.ts";
import { QueryStates } from "#admin/query-states.tsx";
import { useOverlapQuestion } from "#admin/use-overlap-question.tsx";
import { spotsText } from "../../events/event-texts.tsx";

const SEARCH_DELAY_MS = 300;
const RESULT_LIMIT = 8;

interface VolunteerProps {
  readonly volunteer: VolunteerRecord;
}

interface ShiftSearchProps extends VolunteerProps {
  readonly sendsEmail: boolean;
  readonly search: string;
}

const isFull = ({ maxVolunteers, registeredVolunteers }: AdminEvent): boolean =>
  maxVolunteers !== null && registeredVolunteers >= maxVolunteers;

const ShiftChoices = ({ volunteer, search, sendsEmail }: ShiftSearchProps) => {
  const query = useRecords(events, {
    when: "upcoming",
    isActive: "true",
    withoutVolunteerId: volunteer.id,
    sort: "date",
    search,
    limit: RESULT_LIMIT,
  });
  const placement = usePutOnShift(volunteer.id);
  const { put, overlapDialog } = useOverlapQuestion(
    async (event: AdminEvent, anyway) => {
      const { state, position } = await placement.mutateAsync({
        eventId: event.id,
        waitsIfFull: isFull(event),
        sendsEmail,
        ...(anyway && { anyway }),
      });
      const shift = `${event.eventType}, ${calendarDay(event.date)}`;
      showSuccess(
        state === "joined"
          ? `${volunteer.name} was added to ${shift}`
          : `${volunteer.name} is number ${position} in line for ${shift}`,
      );
    },
    (error) =>
      showFailure("The volunteer could not be added to the shift", error, {
        title: `We couldn't add ${volunteer.name} to the shift`,
        fallback: "Please try again.",
      }),
  );
  return (
    <QueryStates query={query} subject="shifts">
      {({ rows, hasMore }) => (
        <>
          <ul className="grid gap-2" aria-label="Shifts found">
            {rows.map((event) => {
              const label = isFull(event) ? "Add to waiting list" : "Add to shift";
              return (
                <li
                  key={event.id}
                  className="border-base-300 rounded-box flex flex-wrap items-center gap-3 border p-3"
                >
                  <span className="min-w-0 flex-1 basis-56">
                    <span className="font-semibold">{event.eventType}</span>
                    <span className="quiet block text-sm">
                      {calendarDay(event.date)}, {timeRange(event.startTime, event.endTime)}
                    </span>
                    <span className="quiet block text-sm wrap-anywhere">
                      {event.address} · {isFull(event) ? "Full" : `Volunteers: ${spotsText(event)}`}
                    </span>
                  </span>
                  <Button
                    size="sm"
                    variant={isFull(event) ? "outline" : "primary"}
                    disabled={placement.isPending}
                    aria-label={`${label}: ${event.eventType}, ${calendarDay(event.date)}`}
                    onClick={() => void put(event)}
                  >
                    {label}
                  </Button>
                </li>
              );
            })}
          </ul>
          {rows.length === 0 && <p className="quiet">No upcoming shifts match your search.</p>}
          {hasMore && (
            <p className="quiet mt-2 text-sm">
              There are more shifts. Type a place or a kind of event to narrow them down.
            </p>
          )}
          {overlapDialog}
        </>
      )}
    </QueryStates>
  );
};

const ShiftSearch = ({ volunteer }: VolunteerProps) => {
  const [inputText, setInputText] = useState("");
  const [sendsEmail, setSendsEmail] = useState(true);
  const search = useDebounced(inputText.trim(), SEARCH_DELAY_MS);
  return (
    <div className="grid gap-4">
      <TextField
        type="search"
        label="Event or place"
        autoComplete="off"
        value={inputText}
        onValue={setInputText}
      />
      {hasMailbox(volunteer) ? (
        <CheckField
          label="Email the volunteer about it"
          description="Whether they get a spot or go on the waiting list. If a spot opens up for them later, we'll email them in any case."
          checked={sendsEmail}
          onValue={setSendsEmail}
        />
      ) : (
        <p className="quiet text-sm">
          {volunteer.name} has no email address, so please tell them yourself.
        </p>
      )}
      <ShiftChoices volunteer={volunteer} search={search} sendsEmail={sendsEmail} />
    </div>
  );
};

/** Puts the volunteer on one of the upcoming shifts, for example after a phone call. */
export const PutOnShift = ({ volunteer }: VolunteerProps) => {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="outline" size="sm" onClick={() => setOpen(true)}>
        <CalendarPlus aria-hidden="true" size={16} />
        Add to a shift
      </Button>
      <Dialog
        open={isOpen}
        title={`Put ${volunteer.name} on a shift`}
        onClose={() => setOpen(false)}
      >
        {isOpen && <ShiftSearch volunteer={volunteer} />}
      </Dialog>
    </>
  );
};
