import type { z } from "zod";
import { volunteerEndpoints } from "#contracts/volunteers.ts";
import type { VolunteerRecord } from "#data/volunteers/record.ts";
import { volunteers } from "#data/volunteers/resource.ts";
import { FormArea, FormSelect, FormText } from "#kit/forms/form-fields.tsx";
import { FormPlace } from "#kit/forms/form-place.tsx";
import { FormTags } from "#kit/forms/form-tags.tsx";
import { RecordEditor } from "#kit/forms/record-editor.tsx";
import { AVAILABILITY_OPTIONS } from "../person-cells.tsx";

const SCHEMA = volunteerEndpoints.updateVolunteer.body;
type VolunteerInput = z.input<typeof SCHEMA>;

const FIELDS = {
  firstName: "",
  lastName: "",
  email: "",
  phone: null,
  zipCode: null,
  city: null,
  state: null,
  availability: null,
  interests: null,
  emergencyContactName: null,
  emergencyContactPhone: null,
  notes: null,
  tags: [],
};

const emailNote = ({ login }: VolunteerRecord): string | undefined => {
  if (login.state === "open") {
    return "The login changes, too. We tell the former address and log them out everywhere.";
  }
  return login.state === "invited"
    ? "The link to set up the account goes to the new address. The one sent before stops working."
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
    emptyValues={FIELDS}
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
    <FormText<VolunteerInput> name="phone" label="Phone" type="tel" />
    <FormSelect<VolunteerInput>
      name="availability"
      label="Availability"
      options={AVAILABILITY_OPTIONS}
    />
    <FormPlace />
    <FormArea<VolunteerInput> name="interests" label="Interests" className="sm:col-span-2" />
    <FormText<VolunteerInput> name="emergencyContactName" label="Emergency contact" />
    <FormText<VolunteerInput>
      name="emergencyContactPhone"
      label="Emergency contact’s phone"
      type="tel"
    />
    <FormArea<VolunteerInput>
      name="notes"
      label="Notes"
      rows={5}
      className="sm:col-span-2"
      description="Only administrators see notes and tags."
    />
    <FormTags<VolunteerInput> name="tags" label="Tags" listLabel="Tags of this volunteer" />
  </RecordEditor>
);
