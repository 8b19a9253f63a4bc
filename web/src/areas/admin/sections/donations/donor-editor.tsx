import type { z } from "zod";
import { donorEndpoints } from "#contracts/donors.ts";
import { type DonorRecord, donors } from "#data/donors/resource.ts";
import { FormArea, FormText } from "#kit/forms/form-fields.tsx";
import { FormTags } from "#kit/forms/form-tags.tsx";
import { RecordEditor } from "#kit/forms/record-editor.tsx";

const SCHEMA = donorEndpoints.updateDonor.body;
type DonorInput = z.input<typeof SCHEMA>;

const EMPTY_DONOR = {
  firstName: "",
  lastName: "",
  email: null,
  phone: null,
  address: null,
  notes: null,
  tags: [],
};

export interface DonorEditorProps {
  readonly donor: DonorRecord;
  readonly onDone: () => void;
}

/** Donors are created by their first donation, so this form only edits existing donors. */
export const DonorEditor = ({ donor, onDone }: DonorEditorProps) => (
  <RecordEditor
    noun="donor"
    resource={donors}
    schemas={{ create: SCHEMA, update: SCHEMA }}
    record={donor}
    emptyValues={EMPTY_DONOR}
    onDone={onDone}
  >
    <FormText<DonorInput> name="firstName" label="First name" />
    <FormText<DonorInput> name="lastName" label="Last name" />
    <FormText<DonorInput>
      name="email"
      label="Email"
      type="email"
      className="sm:col-span-2"
      description="Receipts you already sent won't change."
    />
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
