import type { z } from "zod";
import { donationEndpoints } from "#contracts/donations.ts";
import { fullName } from "#rules/names.ts";
import { useVoidDonation } from "#data/donations/voids.ts";
import type { AdminDonation } from "#data/donations/resource.ts";
import { useDraftOwner } from "#kit/forms/draft-owner.ts";
import { FormText } from "#kit/forms/form-fields.tsx";
import { RecordForm } from "#kit/forms/record-form.tsx";
import { useOpenedRecord } from "#kit/lists/use-opened-record.ts";
import { moneyWithCents } from "#lib/format.ts";
import { Dialog } from "#ui/dialogs/dialog.tsx";
import { showSuccess } from "#ui/messages/show-success.ts";

const SCHEMA = donationEndpoints.voidDonation.body;
type VoidInput = z.input<typeof SCHEMA>;

export const isVoidable = ({ method, status }: AdminDonation): boolean =>
  method !== "online" && status !== "voided";

const VoidForm = ({
  donation,
  onDone,
}: {
  readonly donation: AdminDonation;
  readonly onDone: () => void;
}) => {
  const voidDonation = useVoidDonation();
  const owner = useDraftOwner();
  return (
    <RecordForm
      label="Void donation"
      schema={SCHEMA}
      values={{ reason: "" }}
      draft={{ owner, form: `void ${donation.id}` }}
      failure={{ title: "Void Failed", fallback: "Failed to void the donation" }}
      onSave={async (values) => {
        await voidDonation.mutateAsync({ id: donation.id, body: SCHEMA.parse(values) });
        showSuccess("The donation was voided");
        onDone();
      }}
      onCancel={onDone}
    >
      <FormText<VoidInput>
        name="reason"
        label="Reason"
        placeholder="Entered twice"
        className="sm:col-span-2"
      />
    </RecordForm>
  );
};

/** Takes back a recorded donation. It stays in the list with its receipt number. */
export const VoidDialog = ({ donation }: { readonly donation: AdminDonation }) => {
  const { id, close } = useOpenedRecord("void");
  return (
    <Dialog
      open={id === donation.id}
      onClose={close}
      isInUrl
      size="sm"
      title={`Void ${fullName(donation)}'s donation`}
      description={`${moneyWithCents(donation.amount)} will no longer count. The donation stays in the list, marked as voided. This can't be undone.`}
    >
      <VoidForm donation={donation} onDone={close} />
    </Dialog>
  );
};
