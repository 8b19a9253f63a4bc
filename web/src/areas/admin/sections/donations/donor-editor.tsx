import type { z } from "zod";
import { donorEndpoints } from "#contracts/donors.ts";
import { type DonorRecord, donors } from "#data/donors/resource.ts";
import { FormArea, FormCheck, FormText } from "#kit/forms/form-fields.tsx";
import { FormTags } from "#kit/forms/form-tags.tsx";
import { RecordEditor } from "#kit/forms/record-editor.tsx";
import { useFormValues } from "#kit/forms/use-form-values.ts";

const SCHEMA = donorEndpoints.updateDonor.body;
type DonorInput = z.input<typeof SCHEMA>;

const EMPTY_DONOR = {
  firstName: "",
  lastName: "",
  addressee: null,
  salutation: null,
  email: null,
  isFormerEmailMistaken: false,
  phone: null,
  address: null,
  notes: null,
  tags: [],
};

export interface DonorEditorProps {
  readonly donor: DonorRecord;
  readonly onDone: () => void;
}

/** Asks about the address that the new one replaces. */
const MistakenAddressCheck = ({ email }: Pick<DonorRecord, "email">) => {
  const values = useFormValues<DonorInput>();
  if (email === null || values.email === email) return null;
  return (
    <FormCheck<DonorInput>
      name="isFormerEmailMistaken"
      label={`${email} was a mistake`}
      description="It may be someone else's. It will no longer open this donor's gifts, and links we sent there stop working."
      className="sm:col-span-2"
    />
  );
};

/** Donors are created by their first donation, so this form only edits existing donors. */
export const DonorEditor = ({ donor, onDone }: DonorEditorProps) => (
  <RecordEditor
    noun="donor"
    resource={donors}
    schemas={{ create: SCHEMA, update: SCHEMA }}
    record={donor}
    emptyValues={EMPTY_DONOR}
    toFormValues={(record) => ({ ...record, isFormerEmailMistaken: false })}
    onDone={onDone}
  >
    <FormText<DonorInput> name="firstName" label="First name" />
    <FormText<DonorInput> name="lastName" label="Last name" />
    <FormText<DonorInput>
      name="addressee"
      label="Addressee"
      className="sm:col-span-2"
      description="For papers and envelopes, such as John and Jane Smith. Leave blank to use the name."
    />
    <FormText<DonorInput>
      name="salutation"
      label="Salutation"
      className="sm:col-span-2"
      description="What follows “Dear”, such as John and Jane. Leave blank to use the first name."
    />
    <FormText<DonorInput>
      name="email"
      label="Email"
      type="email"
      className="sm:col-span-2"
      description="All emails from now on go there. Receipts you already sent won't change."
    />
    <MistakenAddressCheck email={donor.email} />
    <FormText<DonorInput> name="phone" label="Phone" type="tel" className="sm:col-span-2" />
    <FormArea<DonorInput> name="address" label="Address" className="sm:col-span-2" />
    <FormArea<DonorInput>
      name="notes"
      label="Notes"
      rows={5}
      className="sm:col-span-2"
      description="Only administrators see notes."
    />
    <FormTags<DonorInput> name="tags" label="Tags" listLabel="This donor's tags" />
  </RecordEditor>
);
