import type { z } from "zod";
import { createEventInput, updateEventInput } from "#contracts/events.ts";
import { EVENT_TYPES } from "#contracts/choices.ts";
import { EVENT_HOURS_MAX } from "#contracts/limits.ts";
import { events, useEventStats, type AdminEvent } from "#data/events/resource.ts";
import { FormArea, FormCheck, FormSelect, FormText } from "#kit/forms/form-fields.tsx";
import { FormNumber } from "#kit/forms/form-number.tsx";
import { FormPlaceWarning } from "#kit/forms/form-place-warning.tsx";
import { RecordEditor } from "#kit/forms/record-editor.tsx";
import type { EditorProps } from "#kit/lists/row-editing.tsx";
import { useTimeZone } from "#lib/time/dates.tsx";
import { FormEventPlace } from "./form-event-place.tsx";
import { hasPeople } from "./event-texts.tsx";
import { getNewEventQuestion } from "./get-new-event-question.ts";
import { TellPeople } from "./tell-people.tsx";

const SHARED_VALUES = {
  eventType: "",
  date: "",
  startTime: "",
  endTime: "",
  address: "",
  note: null,
  maxVolunteers: null,
};
const NEW_EVENT_VALUES = { ...SHARED_VALUES, endsNextDay: undefined, repeatWeekly: undefined };
const EXISTING_EVENT_VALUES = {
  ...SHARED_VALUES,
  endsNextDay: false,
  packagesPacked: 0,
  sendsEmail: undefined,
};

const PUBLIC_FIELDS = ["address", "note"] as const;

const SCHEMAS = { create: createEventInput, update: updateEventInput };

type EventInput = z.input<typeof createEventInput> | z.input<typeof updateEventInput>;

/** Formats times as the inputs do, so that merely opening an event doesn't count as changing it. */
const toFormValues = (event: AdminEvent): AdminEvent => ({
  ...event,
  startTime: event.startTime.slice(0, 5),
  endTime: event.endTime.slice(0, 5),
});

export const EventEditor = ({ record, onDone }: EditorProps<AdminEvent>) => {
  const { data: stats } = useEventStats();
  const timeZone = useTimeZone();
  const isPast = record?.status === "past";
  return (
    <RecordEditor
      noun="event"
      resource={events}
      schemas={SCHEMAS}
      record={record}
      toFormValues={toFormValues}
      emptyValues={record ? EXISTING_EVENT_VALUES : NEW_EVENT_VALUES}
      missingFieldsText={{
        title: "Missing Information",
        description: "Please fill in all required fields including location.",
      }}
      questionOf={record ? undefined : (values) => getNewEventQuestion(values, timeZone)}
      texts={record ? {} : { failure: { title: "Error", fallback: "Failed to create event" } }}
      onDone={onDone}
    >
      <FormSelect<EventInput> name="eventType" label="Type" options={EVENT_TYPES} />
      <FormText<EventInput>
        name="date"
        label="Date"
        type="date"
        min={isPast ? undefined : stats?.today}
      />
      <FormText<EventInput>
        name="startTime"
        label="Start"
        type="time"
        description="For example, 9:00 AM"
      />
      <FormText<EventInput>
        name="endTime"
        label="End"
        type="time"
        description="For example, 12:30 PM"
      />
      <FormCheck<EventInput>
        name="endsNextDay"
        label="Ends the next day"
        description={`For events past midnight, which last at most ${EVENT_HOURS_MAX} hours.`}
        className="sm:col-span-2"
      />
      <FormEventPlace />
      <FormArea<EventInput>
        name="note"
        label="Note for volunteers"
        description="What to bring, what to wear, which door to use. Volunteers see it with the shift."
        rows={2}
        className="sm:col-span-2"
      />
      <FormPlaceWarning<EventInput> names={PUBLIC_FIELDS} />
      <FormNumber<EventInput>
        name="maxVolunteers"
        label="Spots for volunteers"
        description="Leave blank for no limit. Once the event is full, people join a waiting list."
      />
      {record ? (
        <FormNumber<EventInput>
          name="packagesPacked"
          label="Packages packed"
          description="Credited to everyone who was present."
        />
      ) : (
        <FormNumber<EventInput>
          name="repeatWeekly"
          label="Number of weekly events"
          description="Enter 4 to create four events, a week apart. Leave blank for one event."
        />
      )}
      {record && !isPast && record.isActive && hasPeople(record) && (
        <TellPeople event={toFormValues(record)} />
      )}
    </RecordEditor>
  );
};
