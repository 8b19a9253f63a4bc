import { createHmac } from "node:crypto";
import type { Stripe } from "stripe";

export interface Endpoint {
  readonly url: string;
  readonly secret: string;
}

export const createSignature = (payload: string, secret: string, seconds: number): string =>
  `t=${seconds},v1=${createHmac("sha256", secret).update(`${seconds}.${payload}`).digest("hex")}`;

/** Delivers an event once and returns the receiver's status, or 0 if there is no response. */
export async function deliver(event: Stripe.Event, { url, secret }: Endpoint): Promise<number> {
  const payload = JSON.stringify(event);
  const seconds = Math.floor(Date.now() / 1000);
  try {
    const response = await fetch(url, {
      method: "POST",
      headers: {
        "Content-Type": "application/json; charset=utf-8",
        "Stripe-Signature": createSignature(payload, secret, seconds),
      },
      body: payload,
      signal: AbortSignal.timeout(30_000),
    });
    await response.arrayBuffer();
    return response.status;
  } catch {
    return 0;
  }
}

/** Delivers in order and retries a refused event a few times, as Stripe does over several days. */
export class EventQueue {
  endpoint: Endpoint | undefined;
  /** Whether events wait for `deliverHeld`, for tests of lost, late and shuffled events. */
  isHolding = false;
  heldEvents: Stripe.Event[] = [];
  #lastDelivery: Promise<unknown> = Promise.resolve();

  add(event: Stripe.Event): void {
    const { endpoint } = this;
    if (this.isHolding) this.heldEvents.push(event);
    else if (endpoint !== undefined) {
      this.#lastDelivery = this.#lastDelivery.then(() =>
        this.#deliverUntilAccepted(event, endpoint),
      );
    }
  }

  async #deliverUntilAccepted(event: Stripe.Event, endpoint: Endpoint): Promise<void> {
    for (let attempt = 0; attempt < 4; attempt += 1) {
      const status = await deliver(event, endpoint);
      if (status >= 200 && status < 300) return;
      await new Promise((resolve) => setTimeout(resolve, 100 * 2 ** attempt));
    }
  }

  async settled(): Promise<void> {
    let lastDelivery;
    do {
      lastDelivery = this.#lastDelivery;
      await lastDelivery;
    } while (lastDelivery !== this.#lastDelivery);
  }
}
