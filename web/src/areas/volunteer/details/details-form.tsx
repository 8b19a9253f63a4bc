import type { z } from "zod";
import { ownDetailEndpoints } from "#contracts/own-details.ts";
import { type OwnDetails, useUpdateOwnDetails } from "#data/own-details/mutations.ts";
import { AVAILABILITY_LABELS } from "#lib/availability.ts";
import { FormArea, FormCheck, FormSelect, FormText } from "#kit/forms/form-fields.tsx";
import { FormPlace } from "#kit/forms/form-place.tsx";
import { SingleRecordForm } from "#kit/forms/single-record-form.tsx";
import { saveVolunteerRecord, type VolunteerAuthRecord } from "#lib/session/session.ts";

const SCHEMA = ownDetailEndpoints.updateOwnDetails.body;
type DetailsInput = z.input<typeof SCHEMA>;

export interface DetailsFormProps {
  readonly volunteer: VolunteerAuthRecord;
  readonly details: OwnDetails;
  /** Called once the stored record has the new name. */
  readonly onRename: () => void;
}

const EmergencyContact = () => (
  <fieldset className="grid gap-x-4 gap-y-5 sm:col-span-2 sm:grid-cols-2">
    <legend className="font-display text-title font-semibold">Emergency contact</legend>
    <p className="quiet sm:col-span-2">
      Who should we call if something happens to you during a shift? Only our team sees this.
    </p>
    <FormText<DetailsInput> name="emergencyContactName" label="Contact's name" />
    <FormText<DetailsInput> name="emergencyContactPhone" type="tel" label="Contact's phone" />
  </fieldset>
);

export const DetailsForm = ({ volunteer, details, onRename }: DetailsFormProps) => {
  const update = useUpdateOwnDetails(volunteer.id);
  const { email: _email, newEmail: _newEmail, updatedAt, ...values } = details;
  const save = async (changes: DetailsInput) => {
    const { firstName, lastName } = await update.mutateAsync(changes);
    // The dashboard shows the name that was stored at login.
    saveVolunteerRecord({ ...volunteer, firstName, lastName });
    onRename();
  };
  return (
    <SingleRecordForm
      label="Save details"
      formName="own details"
      schema={SCHEMA}
      values={values}
      version={{ name: "updatedAt", value: updatedAt }}
      missingFieldsText={{
        title: "Missing Information",
        description: "Please enter your first name.",
      }}
      failure={{
        title: "We couldn't save your details",
        fallback: "Please check your connection and try again.",
      }}
      success="Your details are saved"
      onSave={save}
    >
      <FormText<DetailsInput>
        name="firstName"
        label="First name"
        autoComplete="given-name"
        required
      />
      <FormText<DetailsInput> name="lastName" label="Last name" autoComplete="family-name" />
      <FormText<DetailsInput>
        name="phone"
        type="tel"
        label="Phone"
        autoComplete="tel"
        className="sm:col-span-2"
      />
      <FormPlace />
      <FormSelect<DetailsInput>
        name="availability"
        label="Availability"
        options={AVAILABILITY_LABELS}
        placeholder="Choose when you're free"
        className="sm:col-span-2"
      />
      <FormArea<DetailsInput>
        name="interests"
        label="Interests"
        placeholder="Packing, letters, driving, events…"
        className="sm:col-span-2"
      />
      <EmergencyContact />
      <FormCheck<DetailsInput>
        name="wantsNews"
        label="Email me about new events"
        description="You'll always get reminders and updates for shifts you signed up for."
        className="sm:col-span-2"
      />
    </SingleRecordForm>
  );
};
