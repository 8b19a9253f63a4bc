import type { z } from "zod";
import { donationEndpoints } from "#contracts/donations.ts";
import { formatFullName } from "#rules/names.ts";
import { type DonationRecord, useCorrectDonation } from "#data/donations/resource.ts";
import { useDraftOwner } from "#kit/forms/draft-owner.ts";
import { FormConfirm } from "#kit/forms/form-confirm.tsx";
import { FormText } from "#kit/forms/form-fields.tsx";
import { RecordForm } from "#kit/forms/record-form.tsx";
import { useOpenedRecord } from "#kit/lists/use-opened-record.ts";
import { idempotencyKeyOf } from "#lib/drafts/drafts.ts";
import { Dialog } from "#ui/dialogs/dialog.tsx";
import { showSuccess } from "#ui/messages/show-success.ts";
import { ClosedMonthNotice } from "./late-reason-field.tsx";
import { NO_DONOR_OR_SOFT_CREDIT, RecordedDonationFields } from "./recorded-donation-fields.tsx";
import { toCardInput } from "./recorded-card-fields.tsx";
import { isVoidable } from "./void-dialog.tsx";

const SCHEMA = donationEndpoints.correctDonation.body;
type CorrectionInput = z.input<typeof SCHEMA>;

/**
 * Returns whether a donation can be corrected in this dialog. The proceeds of a stock sale can't be, because they're
 * voided and entered again with the shares. Imported donations can't be, because another system issued their receipts.
 */
export const isCorrectable = (donation: DonationRecord): boolean =>
  isVoidable(donation) && donation.method !== "stock" && donation.importedFrom === null;

interface CorrectionFormProps {
  readonly donation: DonationRecord;
  /** Called with the corrected donation's id, or without an id if the form was canceled. */
  readonly onDone: (id?: string) => void;
}

const CorrectionForm = ({ donation, onDone }: CorrectionFormProps) => {
  const correct = useCorrectDonation();
  const owner = useDraftOwner();
  const closedCard = donation.tribute?.state === "waiting" ? null : donation.tribute;
  const draft = { owner, form: `correct ${donation.id}` };
  return (
    <RecordForm
      label="Correct donation"
      schema={SCHEMA}
      values={{
        ...NO_DONOR_OR_SOFT_CREDIT,
        reason: "",
        donorId: donation.donorId,
        softCreditDonorId: donation.softCreditDonor?.id ?? null,
        amount: donation.amount.toFixed(2),
        method: donation.method,
        receivedOn: donation.givenOn,
        reference: donation.reference,
        note: donation.note,
        inHonorOf: donation.inHonorOf,
        isMemorial: donation.isMemorial,
        tribute: closedCard ? undefined : donation.tribute && toCardInput(donation.tribute),
        isAnonymous: donation.isAnonymous,
        source: donation.source,
        isWired: donation.isWired,
        sendsReceipt: donation.isReceiptMailed,
        confirmsDuplicate: false,
      }}
      draft={draft}
      failure={{ title: "Correction Failed", fallback: "Failed to correct the donation" }}
      onSave={async (values) => {
        const corrected = await correct.mutateAsync({
          id: donation.id,
          body: SCHEMA.parse(values),
          idempotencyKey: idempotencyKeyOf(draft),
        });
        showSuccess("The donation was corrected");
        onDone(corrected.id);
      }}
      onCancel={() => onDone()}
    >
      <FormText<CorrectionInput>
        name="reason"
        label="What was wrong?"
        placeholder="The amount was misread"
        className="sm:col-span-2"
      />
      <RecordedDonationFields
        receiptLabel="Email a corrected receipt, if we have an address"
        receiptHint="Sent if what it says has changed, along with a corrected statement if the year's was sent. If the donation is no longer theirs, they get a note not to use the old receipt instead. Unchecked, we email nothing."
        closedCard={closedCard}
      />
      <ClosedMonthNotice dayField="receivedOn" storedDay={donation.givenOn} />
      <FormConfirm<CorrectionInput>
        name="confirmsDuplicate"
        label="This is a different donation. Correct it anyway."
      />
    </RecordForm>
  );
};

/** Voids a recorded donation and records a corrected one. */
export const CorrectionDialog = ({ donation }: { readonly donation: DonationRecord }) => {
  const { id, close } = useOpenedRecord("correct");
  const opened = useOpenedRecord("donation");
  return (
    <Dialog
      open={id === donation.id}
      onClose={close}
      isInUrl
      size="lg"
      title={`Correct ${formatFullName(donation)}'s donation`}
      description="This donation is voided, and a corrected one with its own receipt number takes its place."
    >
      <CorrectionForm
        donation={donation}
        onDone={(correctedId) => {
          close();
          if (correctedId !== undefined) opened.open(correctedId);
        }}
      />
    </Dialog>
  );
};
