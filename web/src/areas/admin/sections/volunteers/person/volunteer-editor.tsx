import type { z } from "zod";
import { volunteerEndpoints } from "#contracts/volunteers.ts";
import { type VolunteerRecord, volunteers } from "#data/volunteers/resource.ts";
import { FormText } from "#kit/forms/form-fields.tsx";
import { RecordEditor } from "#kit/forms/record-editor.tsx";
import { EMPTY_VOLUNTEER, VolunteerFields } from "./volunteer-fields.tsx";

const SCHEMA = volunteerEndpoints.updateVolunteer.body.required({ firstName: true, email: true });
type VolunteerInput = z.input<typeof SCHEMA>;

const emailNote = ({ login }: VolunteerRecord): string | undefined => {
  if (login.state === "open") {
    return "The login changes, too. We'll email the old address and log them out everywhere.";
  }
  return login.state === "invited"
    ? "The link to set up the account goes to the new address. The earlier link stops working."
    : undefined;
};

export interface VolunteerEditorProps {
  readonly volunteer: VolunteerRecord;
  readonly onDone: () => void;
}

export const VolunteerEditor = ({ volunteer, onDone }: VolunteerEditorProps) => (
  <RecordEditor
    noun="volunteer"
    resource={volunteers}
    schemas={{ create: SCHEMA, update: SCHEMA }}
    record={volunteer}
    emptyValues={EMPTY_VOLUNTEER}
    onDone={onDone}
  >
    <FormText<VolunteerInput> name="firstName" label="First name" />
    <FormText<VolunteerInput> name="lastName" label="Last name" />
    <FormText<VolunteerInput>
      name="email"
      label="Email"
      type="email"
      className="sm:col-span-2"
      description={emailNote(volunteer)}
    />
    <VolunteerFields />
  </RecordEditor>
);
