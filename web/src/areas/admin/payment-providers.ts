export const PAYMENT_PROVIDER_LABELS = {
  demo: "Demo: no one is charged",
  stripe: "Stripe",
} as const;
