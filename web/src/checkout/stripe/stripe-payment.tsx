import { Elements } from "@stripe/react-stripe-js";
import { Notice } from "#ui/messages/notice.tsx";
import { Spinner } from "#ui/states.tsx";
import { NoPaymentForm } from "../payment-failed.tsx";
import { useStripeAppearance } from "./stripe-appearance.ts";
import { useStripeScript } from "./use-stripe-script.ts";
import { isTestKey, StripeForm, type StripePaymentProps } from "./stripe-form.tsx";

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
          Use one of Stripe’s test cards, such as 4242 4242 4242 4242.
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
