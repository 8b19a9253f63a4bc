import { Elements } from "@stripe/react-stripe-js";
import type { Stripe } from "@stripe/stripe-js";
import { loadStripe } from "@stripe/stripe-js/pure";
import { useEffect, useState } from "react";
import { logError } from "#lib/log.ts";
import { withinTimeLimit } from "#lib/api/time-limit.ts";
import { Notice } from "#ui/messages/notice.tsx";
import { Spinner } from "#ui/states.tsx";
import { NoPaymentForm } from "../payment-failed.tsx";
import { useStripeAppearance } from "./stripe-appearance.ts";
import { isTestKey, StripeForm, type StripePaymentProps } from "./stripe-form.tsx";

/** Loads Stripe.js; after a failure the next try loads it again. */
const useStripeScript = (publishableKey: string): Stripe | null | "failed" => {
  const [stripe, setStripe] = useState<Stripe | null | "failed">(null);
  useEffect(() => {
    let isActive = true;
    const load = async () => {
      const loadedStripe = await withinTimeLimit(() => loadStripe(publishableKey)).catch(
        (error: unknown) => {
          logError("Stripe.js could not be loaded", error);
          return null;
        },
      );
      if (isActive) setStripe(loadedStripe ?? "failed");
    };
    void load();
    return () => {
      isActive = false;
    };
  }, [publishableKey]);
  return stripe;
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
