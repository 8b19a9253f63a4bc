import { Link } from "react-router-dom";
import type { z } from "zod";
import { noncashDonationEndpoints } from "#contracts/noncash-donations.ts";
import { formatFullName } from "#rules/names.ts";
import {
  type NoncashDonation,
  useCorrectNoncashDonation,
} from "#data/noncash-donations/resource.ts";
import { useDraftOwner } from "#kit/forms/draft-owner.ts";
import { FormText } from "#kit/forms/form-fields.tsx";
import { RecordForm } from "#kit/forms/record-form.tsx";
import { useOpenedRecord } from "#kit/lists/use-opened-record.ts";
import { idempotencyKeyOf } from "#lib/drafts/drafts.ts";
import { Dialog } from "#ui/dialogs/dialog.tsx";
import { Notice } from "#ui/messages/notice.tsx";
import { showSuccess } from "#ui/messages/show-success.ts";
import { donationPath } from "#admin/donation-path.ts";
import { NO_DONOR } from "./donor-field.tsx";
import { ClosedMonthNotice } from "./late-reason-field.tsx";
import { NoncashFields } from "./noncash-fields.tsx";

const SCHEMA = noncashDonationEndpoints.correctNoncashDonation.body;
type CorrectionInput = z.input<typeof SCHEMA>;

interface CorrectionFormProps {
  readonly donation: NoncashDonation;
  readonly onDone: () => void;
}

const CorrectionForm = ({ donation, onDone }: CorrectionFormProps) => {
  const correct = useCorrectNoncashDonation();
  const draft = { owner: useDraftOwner(), form: `correct ${donation.id}` };
  return (
    <RecordForm
      label="Correct gift"
      schema={SCHEMA}
      values={{
        ...NO_DONOR,
        reason: "",
        donorId: donation.donorId,
        kind: donation.kind,
        shares: donation.shares === null ? null : String(donation.shares),
        description: donation.description,
        receivedOn: donation.receivedOn,
        note: donation.note,
        estimatedValue: donation.estimatedValue?.toFixed(2) ?? null,
        sendsLetter: donation.isLetterMailed,
      }}
      draft={draft}
      failure={{ title: "Correction Failed", fallback: "Failed to correct the gift" }}
      onSave={async (values) => {
        await correct.mutateAsync({
          id: donation.id,
          body: SCHEMA.parse(values),
          idempotencyKey: idempotencyKeyOf(draft),
        });
        showSuccess("The gift was corrected");
        onDone();
      }}
      onCancel={onDone}
    >
      <FormText<CorrectionInput>
        name="reason"
        label="What was wrong?"
        placeholder="The number of shares was misread"
        className="sm:col-span-2"
      />
      <NoncashFields
        letterLabel="Email a corrected letter, if we have an address"
        letterHint="If the gift is no longer theirs, they get a note not to use the old letter instead. Unchecked, we email nothing."
      />
      <ClosedMonthNotice dayField="receivedOn" storedDay={donation.receivedOn} />
    </RecordForm>
  );
};

/** Voids donated goods or unsold shares and records corrected ones. */
export const NoncashCorrectionDialog = ({ donation }: { readonly donation: NoncashDonation }) => {
  const { id, close } = useOpenedRecord("correct");
  const { saleId } = donation;
  return (
    <Dialog
      open={id === donation.id}
      onClose={close}
      isInUrl
      size={saleId === null ? "lg" : "sm"}
      title={`Correct ${formatFullName(donation)}'s gift`}
      description={
        saleId === null
          ? "This entry will be voided, and a corrected one will take its place. If you already emailed a letter, a new letter says that it replaces the earlier one."
          : undefined
      }
    >
      {saleId === null ? (
        <CorrectionForm donation={donation} onDone={close} />
      ) : (
        <Notice tone="info" title="These shares were sold">
          <Link className="link" to={donationPath(saleId)}>
            Void the sale
          </Link>{" "}
          first. Then correct the gift, and enter the proceeds again.
        </Notice>
      )}
    </Dialog>
  );
};
