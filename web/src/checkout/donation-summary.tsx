import { describeBoxesAtLineStart } from "#rules/describe-boxes.ts";
import { useGivingTerms } from "../data/home/queries.ts";
import { Button } from "../ui/button.tsx";
import type { CheckoutForm } from "./checkout-form.ts";
import { formatDonation, type ChosenDonation } from "./chosen-donation.ts";
import type { Payment } from "./use-payment.ts";
import { EmailAddress } from "../ui/email-address.tsx";

export interface DonationSummaryProps {
  readonly donation: ChosenDonation;
  readonly form: CheckoutForm;
  readonly payment: Payment;
}

/** Shows the donor and the gift during payment, with a way back to change them. */
export const DonationSummary = ({ donation, form, payment }: DonationSummaryProps) => {
  const { packagePrice } = useGivingTerms();
  return (
    <div className="flex flex-wrap items-center justify-between gap-4">
      <p>
        <strong>{formatDonation(donation)}</strong> from {form.firstName} {form.lastName}
        <span className="block">
          {describeBoxesAtLineStart(donation.amount, packagePrice)}
          {donation.frequency === "monthly" && " every month"}
        </span>
        <span className="quiet block text-sm">
          <EmailAddress email={form.email} />
        </span>
      </p>
      <Button
        variant="outline"
        size="sm"
        disabled={payment.state.status === "processing"}
        onClick={payment.returnToDonor}
      >
        Change
      </Button>
    </div>
  );
};
