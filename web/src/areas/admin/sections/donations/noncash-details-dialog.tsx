import { noncashDonationEndpoints } from "#contracts/noncash-donations.ts";
import { formatFullName } from "#rules/names.ts";
import { type NoncashDonation, noncashDonations } from "#data/noncash-donations/resource.ts";
import { RecordEditor } from "#kit/forms/record-editor.tsx";
import { useFormValues } from "#kit/forms/use-form-values.ts";
import { useOpenedRecord } from "#kit/lists/use-opened-record.ts";
import { Dialog } from "#ui/dialogs/dialog.tsx";
import { LateReasonField } from "./late-reason-field.tsx";
import { NoncashDetailFields } from "./noncash-fields.tsx";

const SCHEMA = noncashDonationEndpoints.updateNoncashDonation.body;

interface NoncashProps {
  readonly donation: NoncashDonation;
}

/** The estimate is one of a month's figures, and the note isn't. */
const EstimateReasonField = ({ donation }: NoncashProps) => {
  const { estimatedValue } = useFormValues<{ readonly estimatedValue?: string | number | null }>();
  const isUnchanged = Number(estimatedValue ?? 0) === (donation.estimatedValue ?? 0);
  return isUnchanged ? null : <LateReasonField storedDay={donation.receivedOn} />;
};

/** Changes our estimate and the note, which the donor's letter doesn't have. */
export const NoncashDetailsDialog = ({ donation }: NoncashProps) => {
  const { id, close } = useOpenedRecord("edit");
  return (
    <Dialog
      open={id === donation.id}
      onClose={close}
      isInUrl
      title={`Edit ${formatFullName(donation)}'s gift`}
      description="To change anything that is in the donor's letter, correct the gift instead."
    >
      <RecordEditor
        noun="gift"
        resource={noncashDonations}
        schemas={{ create: SCHEMA, update: SCHEMA }}
        record={donation}
        emptyValues={{ estimatedValue: null, note: null, lateReason: null }}
        onDone={close}
      >
        <NoncashDetailFields />
        <EstimateReasonField donation={donation} />
      </RecordEditor>
    </Dialog>
  );
};
