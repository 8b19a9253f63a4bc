import type { z } from "zod";
import { hourEntryEndpoints } from "#contracts/hour-entries.ts";
import { hourEntries, type HourEntry } from "#data/hour-entries/resource.ts";
import { FormCheck, FormText } from "#kit/forms/form-fields.tsx";
import { FormNumber } from "#kit/forms/form-number.tsx";
import { RecordEditor } from "#kit/forms/record-editor.tsx";
import type { EditorProps } from "#kit/lists/row-editing.tsx";
import type { StatusLooks } from "#kit/lists/status-badge.tsx";
import { useToday } from "#lib/time/use-today.ts";

const SCHEMAS = {
  create: hourEntryEndpoints.createHourEntry.body,
  update: hourEntryEndpoints.updateHourEntry.body,
};
type EntryInput = z.input<typeof SCHEMAS.create>;

export const HOUR_ENTRY_STATUS: StatusLooks<HourEntry["status"]> = {
  pending: { label: "Waiting for approval", tone: "attention" },
  approved: { label: "Approved" },
  rejected: { label: "Not approved", tone: "problem" },
};

/** The form for hours outside shifts. */
export const HourEntryEditor = (props: EditorProps<HourEntry>) => (
  <RecordEditor
    {...props}
    noun="hours"
    resource={hourEntries}
    schemas={SCHEMAS}
    emptyValues={{ date: useToday(), hours: null, activity: "", isBesideShift: false }}
  >
    <FormText<EntryInput> name="date" label="Date" type="date" />
    <FormNumber<EntryInput> name="hours" label="Hours" />
    <FormText<EntryInput>
      name="activity"
      label="What they did"
      placeholder="Wrote letters at home"
      className="sm:col-span-2"
    />
    <FormCheck<EntryInput>
      name="isBesideShift"
      label="Not part of a shift that day"
      description="The hours of a shift count by themselves. Check this if these come on top."
      className="sm:col-span-2"
    />
  </RecordEditor>
);
