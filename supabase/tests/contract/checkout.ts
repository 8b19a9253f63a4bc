import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach } from "vitest";
import { createAgedFormToken } from "../aged-form-token.ts";
import { type ApiResponse, clearRateLimits, facts, sql } from "./stack.ts";
import { deleteDonorData, startStripeMode, type StripeModeOptions } from "./stripe-mode.ts";
import { uniqueWord } from "../unique-word.ts";

/** Starts a site in Stripe mode and returns functions for the calls that the checkout page makes. */
export async function openCheckout(
  functionNames: readonly string[] = ["payments"],
  options?: StripeModeOptions,
) {
  const site = await startStripeMode(functionNames, options);
  const baseUrl = site.urls["payments"] ?? "";
  const call = async (
    path: string,
    address: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<ApiResponse> => {
    const response = await fetch(`${baseUrl}/${path}`, {
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
  const formToken = await createAgedFormToken(facts.hashSecret, "203.0.113.1");
  return {
    ...site,
    terms,
    formToken,
    call,
    start: async ({
      address = newAddress(),
      attemptId = randomUUID(),
      ...options
    }: Partial<StartOptions> = {}) =>
      call(
        "create-payment-intent",
        address,
        {
          amount: "amount" in options ? options.amount : 50,
          donorInfo: { ...newDonorInfo(), ...options.donor },
          ...options.body,
        },
        {
          "Idempotency-Key": attemptId,
          "X-Form-Token": await createAgedFormToken(facts.hashSecret, address),
        },
      ),
    record: (stripePaymentIntentId: string, address = newAddress()) =>
      call("create-donation", address, { stripePaymentIntentId, status: "completed" }),
  };
}

/** Starts one checkout for all tests in a file and removes its donations afterward. */
export function setUpCheckout() {
  let site: Awaited<ReturnType<typeof openCheckout>>;
  beforeAll(async () => {
    site = await openCheckout(["payments", "stripe-webhook"]);
  });
  afterAll(async () => {
    await site.stop();
    await deleteDonorData();
    await sql`delete from public.payment_attempts`;
  });
  beforeEach(async () => {
    await site.stripe.settled();
    site.stripe.forget();
    await clearRateLimits();
  });
  return () => site;
}

interface StartOptions {
  readonly address: string;
  readonly attemptId: string;
  readonly amount: unknown;
  readonly donor: object;
  readonly body: object;
}

export const newDonorInfo = () => ({
  firstName: "Ann",
  lastName: "Lee",
  email: `ann.${uniqueWord()}@stripe-mode.example.org`,
});

let addressCount = 0;
/** Returns a different IP address on each call, so that calls don't share a rate limit. */
export const newAddress = (): string => {
  addressCount += 1;
  return `198.51.${Math.floor(addressCount / 250)}.${(addressCount % 250) + 1}`;
};

/** Returns the total of all completed donations, whether demo or real. */
export async function readDonationTotal(): Promise<number> {
  const [row] = await sql<[{ total: string }]>`
    select coalesce(sum(amount - adjusted_amount), 0) as total
    from public.donations where completed_at is not null`;
  return Number(row.total);
}
