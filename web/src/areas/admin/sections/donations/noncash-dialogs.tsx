import { useState } from "react";
import type { z } from "zod";
import { noncashDonationEndpoints } from "#contracts/noncash-donations.ts";
import { fullName } from "#rules/names.ts";
import { useRecordStockSale, useVoidNoncashDonation } from "#data/noncash-donations/mutations.ts";
import type { NoncashDonation } from "#data/noncash-donations/resource.ts";
import { useDraftOwner } from "#kit/forms/draft-owner.ts";
import { FormText } from "#kit/forms/form-fields.tsx";
import { FormMoney } from "#kit/forms/form-number.tsx";
import { RecordForm } from "#kit/forms/record-form.tsx";
import { useOpenedRecord } from "#kit/lists/use-opened-record.ts";
import { idempotencyKeyOf } from "#lib/drafts/drafts.ts";
import { number } from "#lib/format.ts";
import { useTimeZone } from "#lib/time/dates.tsx";
import { dayAt } from "#lib/time/day-and-time.ts";
import { Dialog } from "#ui/dialogs/dialog.tsx";
import { showSuccess } from "#ui/messages/show-success.ts";

interface NoncashProps {
  readonly donation: NoncashDonation;
}

interface NoncashFormProps extends NoncashProps {
  readonly onDone: () => void;
}

/** Returns what was given, such as `40 shares of Apple Inc. (AAPL)`. */
export const noncashText = ({
  shares,
  description,
}: Pick<NoncashDonation, "shares" | "description">): string =>
  shares === null
    ? description
    : `${number(shares)} ${shares === 1 ? "share" : "shares"} of ${description}`;

const SALE_SCHEMA = noncashDonationEndpoints.recordStockSale.body;
type SaleInput = z.input<typeof SALE_SCHEMA>;

const SaleForm = ({ donation, onDone }: NoncashFormProps) => {
  const recordSale = useRecordStockSale();
  const timeZone = useTimeZone();
  const [today] = useState(() => dayAt(Date.now(), timeZone));
  const draft = { owner: useDraftOwner(), form: `stock sale ${donation.id}` };
  return (
    <RecordForm
      label="Enter the proceeds"
      schema={SALE_SCHEMA}
      values={{ proceeds: "", soldOn: today }}
      draft={draft}
      hasFocus
      failure={{ title: "Entry Failed", fallback: "Failed to enter the proceeds" }}
      onSave={async (values) => {
        await recordSale.mutateAsync({
          id: donation.id,
          body: SALE_SCHEMA.parse(values),
          idempotencyKey: idempotencyKeyOf(draft),
        });
        showSuccess("The proceeds were added to the donations");
        onDone();
      }}
      onCancel={onDone}
    >
      <FormMoney<SaleInput> name="proceeds" label="Proceeds" />
      <FormText<SaleInput> name="soldOn" label="Date sold" type="date" />
    </RecordForm>
  );
};

/** Turns donated shares into money. */
export const StockSaleDialog = ({ donation }: NoncashProps) => {
  const { id, close } = useOpenedRecord("sale");
  return (
    <Dialog
      open={id === donation.id}
      onClose={close}
      isInUrl
      size="sm"
      title={`Sale of ${noncashText(donation)}`}
      description="Enter what arrived from the broker, after fees. It counts as a donation from then on and isn't receipted, because the letter was."
    >
      <SaleForm donation={donation} onDone={close} />
    </Dialog>
  );
};

const VOID_SCHEMA = noncashDonationEndpoints.voidNoncashDonation.body;
type VoidInput = z.input<typeof VOID_SCHEMA>;

const VoidForm = ({ donation, onDone }: NoncashFormProps) => {
  const voidDonation = useVoidNoncashDonation();
  return (
    <RecordForm
      label="Void gift"
      schema={VOID_SCHEMA}
      values={{ reason: "" }}
      draft={{ owner: useDraftOwner(), form: `void ${donation.id}` }}
      hasFocus
      failure={{ title: "Void Failed", fallback: "Failed to void the gift" }}
      onSave={async (values) => {
        await voidDonation.mutateAsync({ id: donation.id, body: VOID_SCHEMA.parse(values) });
        showSuccess("The gift was voided");
        onDone();
      }}
      onCancel={onDone}
    >
      <FormText<VoidInput> name="reason" label="Reason" className="sm:col-span-2" />
    </RecordForm>
  );
};

/** Takes back donated goods or unsold shares. The row stays. */
export const NoncashVoidDialog = ({ donation }: NoncashProps) => {
  const { id, close } = useOpenedRecord("void");
  return (
    <Dialog
      open={id === donation.id}
      onClose={close}
      isInUrl
      size="sm"
      title={`Void ${fullName(donation)}'s gift`}
      description={`${noncashText(donation)} stays in the list, marked as voided. This can't be undone.`}
    >
      <VoidForm donation={donation} onDone={close} />
    </Dialog>
  );
};
