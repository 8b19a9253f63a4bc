import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach } from "vitest";
import { type ApiResponse, clearRateLimits, sql } from "./stack.ts";
import { deleteDonations, startStripeMode } from "./stripe-mode.ts";

type Mode = "live" | "test";

/** Starts a site in Stripe mode with the calls that its checkout page makes. */
export async function openCheckout(names = ["payments"], mode: Mode = "test") {
  const site = await startStripeMode(names, mode);
  const base = site.urls["payments"] ?? "";
  const call = async (
    path: string,
    address: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<ApiResponse> => {
    const response = await fetch(`${base}/${path}`, {
      method: body === undefined ? "GET" : "POST",
      headers: {
        "CF-Connecting-IP": address,
        ...(body === undefined ? {} : { "Content-Type": "application/json" }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, json: JSON.parse(text) };
  };
  const { json: terms } = await call("checkout", "203.0.113.1");
  // The server refuses forms that are submitted faster than a person could fill them in.
  await sleep(3000);
  return {
    ...site,
    terms,
    call,
    start: ({ address, attempt, ...choice }: Partial<Start> = {}) =>
      call(
        "create-payment-intent",
        address ?? newAddress(),
        {
          amount: "amount" in choice ? choice.amount : 50,
          donorInfo: { ...newDonor(), ...choice.donor },
          ...choice.body,
        },
        { "Idempotency-Key": attempt ?? randomUUID(), "X-Form-Token": terms.formToken },
      ),
    record: (stripePaymentIntentId: string, address = newAddress()) =>
      call("create-donation", address, { stripePaymentIntentId, status: "completed" }),
  };
}

/** Starts one checkout for all tests of a file and removes its donations afterward. */
export function checkoutOfFile() {
  let site: Awaited<ReturnType<typeof openCheckout>>;
  beforeAll(async () => {
    site = await openCheckout(["payments", "stripe-webhook"]);
  });
  afterAll(async () => {
    await site.stop();
    await deleteDonations();
    await sql`delete from public.payment_attempts`;
  });
  beforeEach(async () => {
    await site.stripe.settled();
    site.stripe.forget();
    await clearRateLimits();
  });
  return () => site;
}

interface Start {
  readonly address: string;
  readonly attempt: string;
  readonly amount: unknown;
  readonly donor: object;
  readonly body: object;
}

export const newDonor = () => ({
  firstName: "Ann",
  lastName: "Lee",
  email: `ann.${randomUUID().slice(0, 8)}@stripe-mode.example.org`,
});

let addresses = 0;
/** Returns a new visitor address. */
export const newAddress = (): string => {
  addresses += 1;
  return `198.51.${Math.floor(addresses / 250)}.${(addresses % 250) + 1}`;
};

/** Returns the public total, which includes demo money until there is real money. */
export async function publicTotal(): Promise<number> {
  const [row] = await sql<[{ total: string }]>`
    select coalesce(sum(amount - adjusted_amount), 0) as total
    from public.donations where completed_at is not null`;
  return Number(row.total);
}
