import { Elements, PaymentElement, useElements, useStripe } from "@stripe/react-stripe-js";
import { useState, type SubmitEvent } from "react";
import type { PaymentIntent } from "#data/payments/mutations.ts";
import { paths } from "#lib/paths.ts";
import { Notice } from "#ui/messages/notice.tsx";
import { Spinner } from "#ui/states.tsx";
import { Assurance } from "../assurance.tsx";
import type { DonorDetails } from "../attempt.ts";
import type { ChosenDonation } from "../chosen-donation.ts";
import { PayButton } from "../pay-button.tsx";
import { NoPaymentForm } from "../payment-failed.tsx";
import type { Payment } from "../use-payment.ts";
import { useStripeAppearance } from "./stripe-appearance.ts";
import { toConfirmationResult } from "./stripe-confirmation.ts";
import { isTestKey, useStripeScript } from "./use-stripe-script.ts";

interface StripePaymentProps {
  readonly publishableKey: string;
  readonly intent: PaymentIntent;
  readonly donation: ChosenDonation;
  readonly donor: DonorDetails;
  readonly payment: Payment;
}

const StripeForm = ({ publishableKey, intent, donation, donor, payment }: StripePaymentProps) => {
  const stripe = useStripe();
  const elements = useElements();
  const [state, setState] = useState<"loading" | "ready" | "failed">("loading");
  const isProcessing = payment.state.status === "processing";
  const billingDetails = { name: `${donor.firstName} ${donor.lastName}`, email: donor.email };

  if (state === "failed") return <NoPaymentForm onBack={payment.returnToDonor} />;

  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (isProcessing || !stripe || !elements) return;
    void payment.confirm(isTestKey(publishableKey), async () => {
      const confirmation = toConfirmationResult(
        await stripe.confirmPayment({
          elements,
          confirmParams: {
            return_url: `${location.origin}${paths.donate()}`,
            payment_method_data: { billing_details: billingDetails },
          },
          redirect: "if_required",
        }),
      );
      // The donor needs another card, so the declined one must not stay in the fields.
      if (confirmation.outcome === "declined") elements.getElement("payment")?.clear();
      return confirmation;
    });
  };

  return (
    <form noValidate onSubmit={submit} aria-label="Payment" className="mt-5">
      <PaymentElement
        options={{ layout: "tabs", defaultValues: { billingDetails } }}
        onReady={() => setState("ready")}
        onLoadError={() => setState("failed")}
      />
      <PayButton
        charge={{ ...donation, amount: intent.amount }}
        isProcessing={isProcessing}
        disabled={state === "loading"}
        onCheckAgain={() => void payment.checkAgain()}
      />
      <Assurance donation={donation} isDemo={false} />
    </form>
  );
};

/**
 * Stripe's Payment Element: cards, wallets, Link, bank debits. Its input never reaches our servers.
 */
export const StripePayment = (props: StripePaymentProps) => {
  const { publishableKey, intent, payment } = props;
  const stripe = useStripeScript(publishableKey);
  const appearance = useStripeAppearance();
  if (stripe === "failed") return <NoPaymentForm onBack={payment.returnToDonor} />;
  if (!stripe) return <Spinner label="Loading the payment form" />;
  return (
    <>
      {isTestKey(publishableKey) && (
        <Notice tone="info" title="Test mode: no money moves">
          Use one of Stripe's test cards, such as 4242 4242 4242 4242. Only administrators get
          emails about test gifts.
        </Notice>
      )}
      <Elements
        key={intent.clientSecret}
        stripe={stripe}
        options={{ clientSecret: intent.clientSecret, appearance, loader: "auto" }}
      >
        <StripeForm {...props} />
      </Elements>
    </>
  );
};
