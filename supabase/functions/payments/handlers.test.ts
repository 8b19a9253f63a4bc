import { afterEach, describe, expect, it, vi } from "vitest";
import { anonymous } from "../_shared/caller.ts";
import type { Call } from "../_shared/http/handlers.ts";
import type { EndpointDefinition } from "../_shared/contracts/endpoint.ts";
import { paymentHandlers } from "./handlers.ts";

const environment = {
  HASH_SECRET: "a secret of more than thirty-two letters",
  PAYMENTS_MODE: "demo",
  DEMO_PAYMENT_DELAY_MS: 2000,
};

const pay = (email: string) => {
  // What every statement of this payment finds: the gift, still pending.
  const gift = { id: "1", firstName: "Anna", amount: 50, status: "pending", email };
  const answer = paymentHandlers["createDonation"]?.({
    body: { stripePaymentIntentId: "pi_demo_1" },
    caller: anonymous,
    headers: new Headers(),
    services: { environment, database: { as: () => Promise.resolve(gift) } },
  } as unknown as Call<EndpointDefinition>);
  const outcome = vi.fn<(value: unknown) => void>();
  void answer?.then(outcome, outcome);
  return outcome;
};

afterEach(() => void vi.useRealTimers());

describe("DON-11: a simulated payment", () => {
  it.each(["anna+approved@example.org", "anna+declined@example.org"])(
    "takes as long as the deployment says: %s",
    async (email) => {
      vi.useFakeTimers();
      const outcome = pay(email);
      await vi.advanceTimersByTimeAsync(1999);
      expect(vi.getTimerCount()).toBe(1);
      await vi.advanceTimersByTimeAsync(1);
      expect(vi.getTimerCount()).toBe(0);
      vi.useRealTimers();
      await vi.waitFor(() => expect(outcome).toHaveBeenCalledOnce());
    },
  );
});
