import type { z } from "zod";
import { donorEndpoints } from "#contracts/donors.ts";
import { type DonorRecord, donors } from "#data/donors/resource.ts";
import { FormCheck } from "#kit/forms/form-fields.tsx";
import { RecordEditor } from "#kit/forms/record-editor.tsx";
import { useFormValues } from "#kit/forms/use-form-values.ts";
import { DonorRecordFields, EMPTY_DONOR } from "./donor-fields.tsx";

const SCHEMA = donorEndpoints.updateDonor.body;
type DonorInput = z.input<typeof SCHEMA>;

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

/** The form that corrects a donor's details. */
export const DonorEditor = ({ donor, onDone }: DonorEditorProps) => (
  <RecordEditor
    noun="donor"
    resource={donors}
    schemas={{ create: SCHEMA, update: SCHEMA }}
    record={donor}
    emptyValues={{ ...EMPTY_DONOR, isFormerEmailMistaken: false }}
    toFormValues={(record) => ({ ...record, isFormerEmailMistaken: false })}
    onDone={onDone}
  >
    <DonorRecordFields
      emailHint="All emails from now on go there. Receipts you already sent won't change."
      emailNotice={<MistakenAddressCheck email={donor.email} />}
    />
  </RecordEditor>
);
