import type { PaymentIntentResult } from "@stripe/stripe-js";
import { vi } from "vitest";

type Confirm = (options: unknown) => Promise<PaymentIntentResult>;

const element = () => {
  const handlers = new Map<string, () => void>();
  return {
    on: (event: string, handler: () => void) => handlers.set(event, handler),
    off: (event: string) => handlers.delete(event),
    mount: (container: HTMLElement) => {
      container.textContent = "Stripe’s fields";
      queueMicrotask(() => handlers.get("ready")?.());
    },
    update: vi.fn(),
    destroy: vi.fn(),
    unmount: vi.fn(),
  };
};

/** What of Stripe.js the checkout uses; its own fields stand in a page that no component test sees. */
export const fakeStripe = (confirm: Confirm) => {
  const confirmPayment = vi.fn(confirm);
  const elements = vi.fn(() => ({ create: element, getElement: () => null, update: vi.fn() }));
  const nothing = vi.fn();
  return {
    confirmPayment,
    elements,
    createToken: nothing,
    createPaymentMethod: nothing,
    confirmCardPayment: nothing,
  };
};

/** Stands in for @stripe/stripe-js (see setup.ts): which Stripe.js loads, if any. */
export const stripeScript = {
  current: null as ReturnType<typeof fakeStripe> | null,
  loadStripe: vi.fn(async () => {
    if (!stripeScript.current) throw new Error("Failed to load Stripe.js");
    return stripeScript.current;
  }),
};
