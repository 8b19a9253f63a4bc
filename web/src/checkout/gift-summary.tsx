import { Button } from "../ui/button.tsx";
import type { CheckoutForm } from "./checkout-form.ts";
import { giftText, type Gift } from "./gift.ts";
import type { Payment } from "./use-payment.ts";
import { Address } from "../ui/address.tsx";

export interface GiftSummaryProps {
  readonly gift: Gift;
  readonly form: CheckoutForm;
  readonly payment: Payment;
}

/** Shows donor and gift during payment, with a way back to change them. */
export const GiftSummary = ({ gift, form, payment }: GiftSummaryProps) => (
  <div className="flex flex-wrap items-center justify-between gap-4">
    <p>
      <strong>{giftText(gift)}</strong> from {form.firstName} {form.lastName}
      <span className="quiet block text-sm">
        <Address email={form.email} />
      </span>
    </p>
    <Button
      look="outline"
      size="sm"
      disabled={payment.state.status === "processing"}
      onClick={payment.backToDonor}
    >
      Change
    </Button>
  </div>
);
