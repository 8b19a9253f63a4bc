import { formatFullName } from "#rules/names.ts";
import { type AdminDonation, useVoidDonation } from "#data/donations/resource.ts";
import { useOpenedRecord } from "#kit/lists/use-opened-record.ts";
import { moneyWithCents } from "#lib/format.ts";
import { Dialog } from "#ui/dialogs/dialog.tsx";
import { VoidForm } from "./void-form.tsx";

export const isVoidable = ({ method, status }: AdminDonation): boolean =>
  method !== "online" && status !== "voided";

/** Voids a recorded donation. It stays in the list with its receipt number. */
export const VoidDialog = ({ donation }: { readonly donation: AdminDonation }) => {
  const { id, close } = useOpenedRecord("void");
  const voidDonation = useVoidDonation();
  return (
    <Dialog
      open={id === donation.id}
      onClose={close}
      isInUrl
      size="sm"
      title={`Void ${formatFullName(donation)}'s donation`}
      description={`${moneyWithCents(donation.amount)} will no longer count. The donation stays in the list, marked as voided. If we emailed its receipt or the year's statement, we email the donor about the change. This can't be undone.`}
    >
      <VoidForm
        noun="donation"
        id={donation.id}
        day={donation.givenOn}
        placeholder="Entered twice"
        onVoid={(body) => voidDonation.mutateAsync({ id: donation.id, body })}
        onDone={close}
      />
    </Dialog>
  );
};
