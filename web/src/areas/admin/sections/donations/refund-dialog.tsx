import type { z } from "zod";
import { useRef, useState } from "react";
import { paymentEndpoints } from "#contracts/payments.ts";
import type { REFUND_REASONS } from "#contracts/choices.ts";
import { dollarsToCents } from "#rules/money.ts";
import { formatFullName } from "#rules/names.ts";
import { type AdminDonation, useRefundDonation } from "#data/donations/resource.ts";
import { useDraftOwner } from "#kit/forms/draft-owner.ts";
import { FormSelect } from "#kit/forms/form-fields.tsx";
import { FormMoney } from "#kit/forms/form-number.tsx";
import { RecordForm } from "#kit/forms/record-form.tsx";
import { useOpenedRecord } from "#kit/lists/use-opened-record.ts";
import { moneyWithCents } from "#lib/format.ts";
import { Dialog } from "#ui/dialogs/dialog.tsx";
import { Notice } from "#ui/messages/notice.tsx";
import { showSuccess } from "#ui/messages/show-success.ts";

const REASON_LABELS: Readonly<Record<(typeof REFUND_REASONS)[number], string>> = {
  requested_by_customer: "Requested by the donor",
  duplicate: "Donated twice by mistake",
  fraudulent: "Card used without permission",
};

/** Returns the amount in dollars that Stripe can still refund. Test payments count only in test mode. */
export const getRefundableAmount = (
  { amount, adjustedAmount, status, method, isDemo }: AdminDonation,
  isTestMode = false,
): number =>
  method !== "online" ||
  (isDemo && !isTestMode) ||
  status === "pending" ||
  status === "failed" ||
  status === "disputed" ||
  status === "returned"
    ? 0
    : Math.round((amount - adjustedAmount) * 100) / 100;

const parseCents = (dollars: string): number => dollarsToCents(dollars) ?? Number.NaN;

type RefundInput = z.input<typeof paymentEndpoints.refundDonation.body>;

/** Limits the contract's schema to the refundable amount. */
const createSchema = (refundableDollars: number) =>
  paymentEndpoints.refundDonation.body
    .required()
    .refine(({ amount }) => parseCents(amount) <= parseCents(refundableDollars.toFixed(2)), {
      path: ["amount"],
      message: `You can refund up to ${moneyWithCents(refundableDollars)}.`,
    });

/** Reuses the idempotency key for an identical body, so a retry never refunds twice. */
const useRefundIdempotencyKey = () => {
  const lastRefund = useRef({ body: "", key: "" });
  return (body: object): string => {
    const bodyJson = JSON.stringify(body);
    if (lastRefund.current.body !== bodyJson)
      lastRefund.current = { body: bodyJson, key: crypto.randomUUID() };
    return lastRefund.current.key;
  };
};

const RefundForm = ({
  donation,
  onDone,
}: {
  readonly donation: AdminDonation;
  readonly onDone: () => void;
}) => {
  const refund = useRefundDonation();
  const owner = useDraftOwner();
  const getIdempotencyKey = useRefundIdempotencyKey();
  const maxAmount = getRefundableAmount(donation, true);
  const [schema] = useState(() => createSchema(maxAmount));
  return (
    <RecordForm
      label="Refund"
      schema={schema}
      values={{ amount: maxAmount.toFixed(2), reason: "" }}
      draft={{ owner, form: `refund ${donation.id}` }}
      failure={{
        title: "Refund Failed",
        fallback: "We couldn't confirm the refund. Please check the donation before you try again.",
      }}
      onSave={async (values) => {
        const body = schema.parse(values);
        const updatedDonation = await refund.mutateAsync({
          id: donation.id,
          body,
          idempotencyKey: getIdempotencyKey(body),
        });
        const isPending = updatedDonation.adjustedAmount === donation.adjustedAmount;
        showSuccess({
          title: isPending ? "The refund is on its way" : "The refund went through",
          description: `${moneyWithCents(Number(body.amount))} to ${donation.firstName} ${donation.lastName}. It takes 5 to 10 business days to arrive.`,
        });
        onDone();
      }}
      onCancel={onDone}
    >
      {donation.isFraudWarned && (
        <div className="sm:col-span-2">
          <Notice tone="info" title="The bank flagged this card for fraud">
            Refund it now to avoid a dispute, which would cost an extra fee.
          </Notice>
        </div>
      )}
      <FormMoney<RefundInput> name="amount" label="Amount" />
      <FormSelect<RefundInput> name="reason" label="Reason" options={REASON_LABELS} />
    </RecordForm>
  );
};

/** Refunds through Stripe to the original payment method. This can't be undone. */
export const RefundDialog = ({ donation }: { readonly donation: AdminDonation }) => {
  const { id, close } = useOpenedRecord("refund");
  return (
    <Dialog
      open={id === donation.id}
      onClose={close}
      isInUrl
      size="sm"
      title={`Refund ${formatFullName(donation)}'s donation`}
      description={`You can refund up to ${moneyWithCents(getRefundableAmount(donation, true))} of ${moneyWithCents(donation.amount)} to the card or account it came from. A refund can't be undone, and the donor gets an email about it.`}
    >
      <RefundForm donation={donation} onDone={close} />
    </Dialog>
  );
};
