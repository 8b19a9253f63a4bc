import type { Services } from "./services.ts";

/** Who takes payments here; nobody where none is named, or where Stripe is and its keys are not. */
export function paymentProvider({
  environment: { PAYMENTS_MODE: mode },
  stripe,
}: Pick<Services, "environment" | "stripe">): "demo" | "stripe" | null {
  return mode === undefined || (mode === "stripe" && !stripe.isConfigured) ? null : mode;
}
