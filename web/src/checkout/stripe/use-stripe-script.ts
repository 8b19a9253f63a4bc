import type { Stripe } from "@stripe/stripe-js";
import { loadStripe } from "@stripe/stripe-js/pure";
import { useEffect, useState } from "react";
import { withinTimeLimit } from "#lib/api/time-limit.ts";
import { logError } from "#lib/log.ts";

export const isTestKey = (publishableKey: string) => publishableKey.startsWith("pk_test_");

/** Loads Stripe.js. After a failure, the next attempt tries again. */
export const useStripeScript = (publishableKey: string): Stripe | null | "failed" => {
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
