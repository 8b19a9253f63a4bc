import type { Services } from "./services.ts";

/** Returns the payment provider, or null if none is configured or Stripe's keys are missing. */
export function choosePaymentProvider({
  environment: { PAYMENTS_MODE: mode },
  stripe,
}: Pick<Services, "environment" | "stripe">): "demo" | "stripe" | null {
  return mode === undefined || (mode === "stripe" && !stripe.isConfigured) ? null : mode;
}

/** Returns whether the money that administrators record is marked as demo, like donations through the demo provider. */
export const shouldRecordDemoMoney = ({ environment }: Pick<Services, "environment">): boolean =>
  environment.PAYMENTS_MODE === "demo";
