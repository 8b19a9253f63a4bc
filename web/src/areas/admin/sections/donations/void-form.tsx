import type { z } from "zod";
import { donationEndpoints } from "#contracts/donations.ts";
import { useDraftOwner } from "#kit/forms/draft-owner.ts";
import { FormText } from "#kit/forms/form-fields.tsx";
import { RecordForm } from "#kit/forms/record-form.tsx";
import { showSuccess } from "#ui/messages/show-success.ts";

/** Every void takes a reason and nothing else. */
const SCHEMA = donationEndpoints.voidDonation.body;
type VoidInput = z.input<typeof SCHEMA>;

export interface VoidFormProps {
  /** What is voided, such as "donation". */
  readonly noun: string;
  readonly id: string;
  readonly placeholder?: string;
  readonly onVoid: (body: z.output<typeof SCHEMA>) => Promise<unknown>;
  readonly onDone: () => void;
}

/** Asks for the reason of a void. */
export const VoidForm = ({ noun, id, placeholder, onVoid, onDone }: VoidFormProps) => (
  <RecordForm
    label={`Void ${noun}`}
    schema={SCHEMA}
    values={{ reason: "" }}
    draft={{ owner: useDraftOwner(), form: `void ${id}` }}
    failure={{ title: "Void Failed", fallback: `Failed to void the ${noun}` }}
    onSave={async (values) => {
      await onVoid(SCHEMA.parse(values));
      showSuccess(`The ${noun} was voided`);
      onDone();
    }}
    onCancel={onDone}
  >
    <FormText<VoidInput>
      name="reason"
      label="Reason"
      {...(placeholder !== undefined && { placeholder })}
      className="sm:col-span-2"
    />
  </RecordForm>
);
