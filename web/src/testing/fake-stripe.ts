import type { PaymentIntentResult } from "@stripe/stripe-js";
import { vi } from "vitest";

type Confirm = (options: unknown) => Promise<PaymentIntentResult>;

const createElement = () => {
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

/** Fakes the part of Stripe.js that checkout uses. The real fields are in Stripe's iframe. */
export const fakeStripe = (confirm: Confirm) => {
  const confirmPayment = vi.fn(confirm);
  const elements = vi.fn(() => ({
    create: createElement,
    getElement: () => null,
    update: vi.fn(),
  }));
  const noop = vi.fn();
  return {
    confirmPayment,
    elements,
    createToken: noop,
    createPaymentMethod: noop,
    confirmCardPayment: noop,
  };
};

/**
 * Replaces @stripe/stripe-js (see setup.ts). `current` is what loads; null means that loading
 * fails.
 */
export const stripeScript = {
  current: null as ReturnType<typeof fakeStripe> | null,
  loadStripe: vi.fn(async () => {
    if (!stripeScript.current) throw new Error("Failed to load Stripe.js");
    return stripeScript.current;
  }),
};
