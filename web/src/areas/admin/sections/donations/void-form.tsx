import type { z } from "zod";
import { donationEndpoints } from "#contracts/donations.ts";
import { ClosedMonthNotice } from "./late-reason-field.tsx";
import { ReasonForm } from "./reason-form.tsx";

/** Voiding a donation requires only a reason. */
const SCHEMA = donationEndpoints.voidDonation.body;

export interface VoidFormProps {
  /** The kind of record to void, such as "donation". */
  readonly noun: string;
  readonly id: string;
  /** The day on which the record counts. */
  readonly day: string;
  readonly placeholder?: string;
  readonly onVoid: (body: z.output<typeof SCHEMA>) => Promise<unknown>;
  readonly onDone: () => void;
}

/** Asks why a record is voided. */
export const VoidForm = ({ noun, id, day, onVoid, ...props }: VoidFormProps) => (
  <ReasonForm
    {...props}
    label={`Void ${noun}`}
    schema={SCHEMA}
    draftName={`void ${id}`}
    failure={{ title: "Void Failed", fallback: `Failed to void the ${noun}` }}
    success={`The ${noun} was voided`}
    onSubmitReason={onVoid}
  >
    <ClosedMonthNotice storedDay={day} />
  </ReasonForm>
);
