import type { ReactNode } from "react";
import type { z } from "zod";
import type { donorEndpoints } from "#contracts/donors.ts";
import { FormArea, FormText } from "#kit/forms/form-fields.tsx";
import { FormTags } from "#kit/forms/form-tags.tsx";

type DonorInput = z.input<typeof donorEndpoints.createDonor.body>;

export const EMPTY_DONOR = {
  firstName: "",
  lastName: "",
  addressee: null,
  salutation: null,
  email: null,
  phone: null,
  address: null,
  notes: null,
  tags: [],
};

interface DonorRecordFieldsProps {
  readonly emailHint: string;
  /** Shown below the email address. */
  readonly emailNotice: ReactNode;
}

/** The fields of new and existing donors. */
export const DonorRecordFields = ({ emailHint, emailNotice }: DonorRecordFieldsProps) => (
  <>
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
      description={emailHint}
    />
    {emailNotice}
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
  </>
);
