import type { PaymentIntentResult } from "@stripe/stripe-js";
import { vi } from "vitest";

type Confirm = (options: unknown) => Promise<PaymentIntentResult>;

/** A mounted element, and the options that it was created with. */
export interface FakeElement {
  readonly type: string;
  readonly options: object | undefined;
  readonly emit: (event: string, payload?: object) => void;
}

/**
 * Fakes the part of Stripe.js that the checkout uses. The real fields are in Stripe's iframe. `wallets` lists the
 * wallets that the device supports.
 */
export const fakeStripe = (confirm: Confirm, wallets?: object) => {
  const confirmPayment = vi.fn(confirm);
  const mountedElements: FakeElement[] = [];
  const createElement = (type: string, options?: object) => {
    const handlers = new Map<string, (event?: object) => void>();
    const emit: FakeElement["emit"] = (event, payload) => handlers.get(event)?.(payload);
    const readyEvent = type === "expressCheckout" ? { availablePaymentMethods: wallets } : {};
    return {
      on: (event: string, handler: () => void) => handlers.set(event, handler),
      off: (event: string) => handlers.delete(event),
      mount: (container: HTMLElement) => {
        container.textContent = type === "payment" ? "Stripe's fields" : "";
        mountedElements.push({ type, options, emit });
        queueMicrotask(() => emit("ready", readyEvent));
      },
      update: vi.fn(),
      destroy: vi.fn(),
      unmount: vi.fn(),
    };
  };
  const clearPayment = vi.fn<() => void>();
  const updateElements = vi.fn();
  const submitElements = vi.fn<() => Promise<object>>(async () => ({}));
  const elements = vi.fn((_options: object) => ({
    create: createElement,
    getElement: () => ({ clear: clearPayment }),
    submit: submitElements,
    update: updateElements,
  }));
  const noop = vi.fn();
  return {
    confirmPayment,
    elements,
    updateElements,
    submitElements,
    clearPayment,
    mountedElements,
    createToken: noop,
    createPaymentMethod: noop,
    confirmCardPayment: noop,
  };
};

/** Replaces @stripe/stripe-js (see setup.ts). `current` is what gets loaded. If it's null, loading fails. */
export const stripeScript = {
  current: null as ReturnType<typeof fakeStripe> | null,
  loadStripe: vi.fn(async () => {
    if (!stripeScript.current) throw new Error("Failed to load Stripe.js");
    return stripeScript.current;
  }),
};
