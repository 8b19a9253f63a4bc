import type { z } from "zod";
import { noncashDonationEndpoints } from "#contracts/noncash-donations.ts";
import { formatFullName } from "#rules/names.ts";
import {
  type NoncashDonation,
  useRecordStockSale,
  useVoidNoncashDonation,
} from "#data/noncash-donations/resource.ts";
import { useDraftOwner } from "#kit/forms/draft-owner.ts";
import { FormText } from "#kit/forms/form-fields.tsx";
import { FormMoney } from "#kit/forms/form-number.tsx";
import { RecordForm } from "#kit/forms/record-form.tsx";
import { useOpenedRecord } from "#kit/lists/use-opened-record.ts";
import { idempotencyKeyOf } from "#lib/drafts/drafts.ts";
import { number } from "#lib/format.ts";
import { useToday } from "#lib/time/use-today.ts";
import { Dialog } from "#ui/dialogs/dialog.tsx";
import { showSuccess } from "#ui/messages/show-success.ts";
import { LateReasonField } from "./late-reason-field.tsx";
import { VoidForm } from "./void-form.tsx";

interface NoncashProps {
  readonly donation: NoncashDonation;
}

interface NoncashFormProps extends NoncashProps {
  readonly onDone: () => void;
}

/** Returns what was given, such as `40 shares of Apple Inc. (AAPL)`. */
export const noncashSummary = ({
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
  const today = useToday();
  const draft = { owner: useDraftOwner(), form: `stock sale ${donation.id}` };
  return (
    <RecordForm
      label="Enter the proceeds"
      schema={SALE_SCHEMA}
      values={{ proceeds: "", soldOn: today, lateReason: null }}
      draft={draft}
      takesFocus
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
      <LateReasonField dayField="soldOn" />
    </RecordForm>
  );
};

/** Records the sale of donated shares, whose proceeds become a donation. */
export const StockSaleDialog = ({ donation }: NoncashProps) => {
  const { id, close } = useOpenedRecord("sale");
  return (
    <Dialog
      open={id === donation.id}
      onClose={close}
      isInUrl
      size="sm"
      title={`Sale of ${noncashSummary(donation)}`}
      description="Enter the amount you received from the broker, after fees. It counts as a donation from then on. The donor gets no receipt for it, because the letter for the shares is their receipt."
    >
      <SaleForm donation={donation} onDone={close} />
    </Dialog>
  );
};

/** Voids donated goods or unsold shares. The row is kept. */
export const NoncashVoidDialog = ({ donation }: NoncashProps) => {
  const { id, close } = useOpenedRecord("void");
  const voidDonation = useVoidNoncashDonation();
  return (
    <Dialog
      open={id === donation.id}
      onClose={close}
      isInUrl
      size="sm"
      title={`Void ${formatFullName(donation)}'s gift`}
      description={`${noncashSummary(donation)} stays in the list, marked as voided. This can't be undone.`}
    >
      <VoidForm
        noun="gift"
        id={donation.id}
        day={donation.receivedOn}
        onVoid={(body) => voidDonation.mutateAsync({ id: donation.id, body })}
        onDone={close}
      />
    </Dialog>
  );
};
