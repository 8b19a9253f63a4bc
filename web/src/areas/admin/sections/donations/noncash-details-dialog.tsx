import { noncashDonationEndpoints } from "#contracts/noncash-donations.ts";
import { formatFullName } from "#rules/names.ts";
import { type NoncashDonation, noncashDonations } from "#data/noncash-donations/resource.ts";
import { RecordEditor } from "#kit/forms/record-editor.tsx";
import { useOpenedRecord } from "#kit/lists/use-opened-record.ts";
import { Dialog } from "#ui/dialogs/dialog.tsx";
import { NoncashDetailFields } from "./noncash-fields.tsx";

const SCHEMA = noncashDonationEndpoints.updateNoncashDonation.body;

/** Changes our estimate and the note, which the donor's letter doesn't have. */
export const NoncashDetailsDialog = ({ donation }: { readonly donation: NoncashDonation }) => {
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
        emptyValues={{ estimatedValue: null, note: null }}
        onDone={close}
      >
        <NoncashDetailFields />
      </RecordEditor>
    </Dialog>
  );
};
