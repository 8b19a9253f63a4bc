import { useRef, useState } from "react";
import { paymentEndpoints } from "#contracts/donations.ts";
import type { REFUND_REASONS } from "#contracts/choices.ts";
import { dollarsToCents } from "#rules/money.ts";
import { fullName } from "#rules/names.ts";
import { useRefundDonation } from "../../../../data/donations/refunds.ts";
import type { AdminDonation } from "../../../../data/donations/resource.ts";
import { useDraftOwner } from "../../../../kit/draft-owner.ts";
import { FormSelect, FormText } from "../../../../kit/form-fields.tsx";
import { RecordForm } from "../../../../kit/record-form.tsx";
import { moneyWithCents } from "../../../../lib/format.ts";
import { Button } from "../../../../ui/button.tsx";
import { Dialog } from "../../../../ui/dialog.tsx";
import { Notice } from "../../../../ui/notice.tsx";
import { showToast } from "../../../../ui/toast.ts";

const REASONS: Readonly<Record<(typeof REFUND_REASONS)[number], string>> = {
  requested_by_customer: "The donor asked for it",
  duplicate: "Given twice by mistake",
  fraudulent: "Not the donor's own card",
};

/** What Stripe still can give back; nothing of what it never had, test payments apart where Stripe is being tried. */
export const leftToRefund = (
  { amount, adjustedAmount, status, isDemo }: AdminDonation,
  isTrying = false,
): number =>
  (isDemo && !isTrying) || status === "pending" || status === "failed" || status === "disputed"
    ? 0
    : Math.round((amount - adjustedAmount) * 100) / 100;

const centsOf = (dollars: string): number => dollarsToCents(dollars) ?? Number.NaN;

/** The contract's own, and not more than is left. */
const schemaFor = (left: number) =>
  paymentEndpoints.refundDonation.body
    .required()
    .refine(({ amount }) => centsOf(amount) <= centsOf(left.toFixed(2)), {
      path: ["amount"],
      message: `At most ${moneyWithCents(left)} is left of this gift.`,
    });

/** Pressed twice it is one refund; another amount is another one. */
const useRefundKey = () => {
  const last = useRef({ of: "", key: "" });
  return (body: object): string => {
    const of = JSON.stringify(body);
    if (last.current.of !== of) last.current = { of, key: crypto.randomUUID() };
    return last.current.key;
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
  const keyFor = useRefundKey();
  const left = leftToRefund(donation, true);
  const [schema] = useState(() => schemaFor(left));
  return (
    <RecordForm
      label="Refund"
      schema={schema}
      values={{ amount: left.toFixed(2), reason: "" }}
      draft={{ owner, form: `refund ${donation.id}` }}
      failure={{ title: "Refund Failed", fallback: "Nothing was refunded. Please try again." }}
      onSave={async (values) => {
        const body = schema.parse(values);
        const after = await refund.mutateAsync({
          id: donation.id,
          body,
          idempotencyKey: keyFor(body),
        });
        const isUnderWay = after.adjustedAmount === donation.adjustedAmount;
        showToast({
          title: isUnderWay ? "The refund is on its way" : "The refund was made",
          description: `${moneyWithCents(Number(body.amount))} to ${donation.firstName} ${donation.lastName}. It takes 5 to 10 days until the money is there.`,
          variant: "success",
        });
        onDone();
      }}
      onCancel={onDone}
    >
      {donation.isFraudWarned && (
        <div className="sm:col-span-2">
          <Notice tone="info" title="The card's bank warned of fraud">
            Refunded now it does not become a dispute, which would cost a fee on top.
          </Notice>
        </div>
      )}
      <FormText name="amount" label="Amount in dollars" />
      <FormSelect name="reason" label="Reason" options={REASONS} />
    </RecordForm>
  );
};

/** Through Stripe, to where the money came from; there is no way back. */
export const RefundButton = ({ donation }: { readonly donation: AdminDonation }) => {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  const name = fullName(donation);
  return (
    <>
      <Button
        look="outline"
        size="sm"
        aria-label={`Refund the gift of ${name}`}
        onClick={() => setOpen(true)}
      >
        Refund
      </Button>
      <Dialog
        open={isOpen}
        onClose={close}
        size="sm"
        title={`Refund the gift of ${name}`}
        description={`${moneyWithCents(leftToRefund(donation, true))} of ${moneyWithCents(donation.amount)} can go back, to the card or account it came from. A refund cannot be undone, and the donor is told by email.`}
      >
        <RefundForm donation={donation} onDone={close} />
      </Dialog>
    </>
  );
};
