import type { z } from "zod";
import { donationEndpoints } from "#contracts/donations.ts";
import { formatFullName } from "#rules/names.ts";
import { type DonationRecord, recordedDonations } from "#data/donations/resource.ts";
import { FormArea, FormCheck, FormText } from "#kit/forms/form-fields.tsx";
import { RecordEditor } from "#kit/forms/record-editor.tsx";
import { useOpenedRecord } from "#kit/lists/use-opened-record.ts";
import { Dialog } from "#ui/dialogs/dialog.tsx";

const SCHEMA = donationEndpoints.updateDonation.body;
type DetailsInput = z.input<typeof SCHEMA>;

interface FieldsProps {
  readonly isOnline?: boolean;
}

/** The fields that are on no receipt and change no total. Also part of the form for a new donation. */
export const DonationDetailFields = ({ isOnline = false }: FieldsProps) => (
  <>
    <FormArea<DetailsInput>
      name="note"
      label="Note"
      rows={2}
      description="For example, what the money is for. Only administrators see it."
    />
    <FormText<DetailsInput>
      name="source"
      label="Source"
      placeholder="spring-gala"
      description="What led to the gift, as in your donation links."
    />
    {!isOnline && (
      <FormCheck<DetailsInput>
        name="isWired"
        label="Went straight to our bank account, so it isn't in a deposit"
      />
    )}
    <FormCheck<DetailsInput> name="isAnonymous" label="Anonymous on the website" />
  </>
);

/** Changes a donation's note, source and marks without voiding it. */
export const DonationDetailsDialog = ({ donation }: { readonly donation: DonationRecord }) => {
  const { id, close } = useOpenedRecord("edit");
  const isOnline = donation.method === "online";
  return (
    <Dialog
      open={id === donation.id}
      onClose={close}
      isInUrl
      title={`Edit ${formatFullName(donation)}'s donation`}
      description={
        isOnline
          ? undefined
          : "To change the amount, date, donor or method, correct the donation instead."
      }
    >
      <RecordEditor
        noun="donation"
        resource={recordedDonations}
        schemas={{ create: SCHEMA, update: SCHEMA }}
        record={donation}
        emptyValues={{
          note: null,
          source: null,
          ...(!isOnline && { isWired: false }),
          isAnonymous: false,
        }}
        onDone={close}
      >
        <DonationDetailFields isOnline={isOnline} />
      </RecordEditor>
    </Dialog>
  );
};
