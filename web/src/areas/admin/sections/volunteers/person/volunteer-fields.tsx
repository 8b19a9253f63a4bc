import type { z } from "zod";
import type { volunteerEndpoints } from "#contracts/volunteers.ts";
import { AVAILABILITY_LABELS } from "#lib/availability.ts";
import { FormArea, FormSelect, FormText } from "#kit/forms/form-fields.tsx";
import { FormPlace } from "#kit/forms/form-place.tsx";
import { FormTags } from "#kit/forms/form-tags.tsx";

type VolunteerInput = z.input<typeof volunteerEndpoints.updateVolunteer.body>;

export const EMPTY_VOLUNTEER = {
  firstName: "",
  lastName: "",
  email: null,
  contactEmail: null,
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

/** Everything but the name and the login's email, for new and existing volunteers. */
export const VolunteerFields = () => (
  <>
    <FormText<VolunteerInput>
      name="contactEmail"
      label="Contact email"
      type="email"
      className="sm:col-span-2"
      description="Only if they share someone else's address. Emails go there and say whom they're for. It's not a login."
    />
    <FormText<VolunteerInput> name="phone" label="Phone" type="tel" className="sm:col-span-2" />
    <FormSelect<VolunteerInput>
      name="availability"
      label="Availability"
      options={AVAILABILITY_LABELS}
      className="sm:col-span-2"
    />
    <FormPlace />
    <FormArea<VolunteerInput> name="interests" label="Interests" className="sm:col-span-2" />
    <FormText<VolunteerInput>
      name="emergencyContactName"
      label="Emergency contact"
      className="sm:col-span-2"
    />
    <FormText<VolunteerInput>
      name="emergencyContactPhone"
      label="Emergency contact's phone"
      type="tel"
      className="sm:col-span-2"
    />
    <FormArea<VolunteerInput>
      name="notes"
      label="Notes"
      rows={5}
      className="sm:col-span-2"
      description="Only administrators see notes and tags."
    />
    <FormTags<VolunteerInput> name="tags" label="Tags" listLabel="This volunteer's tags" />
  </>
);
