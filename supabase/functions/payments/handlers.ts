import { paymentEndpoints } from "../_shared/contracts/donations.ts";
import { service } from "../_shared/caller.ts";
import { AppError } from "../_shared/errors.ts";
import { implement } from "../_shared/http/handlers.ts";
import type { Services } from "../_shared/http/services.ts";
import { isUuid } from "../_shared/rules/uuid.ts";
import { demoClientSecret, newDemoIntentId, recordDemoGift } from "./demo-provider.ts";
import { newFormToken } from "./form-token.ts";
import { refundDonation } from "./refund-donation.ts";
import { beginGift } from "./queries/donations.ts";

export const paymentHandlers = implement(paymentEndpoints, {
  openCheckout: async ({ services: { environment, stripe } }) => ({
    provider: requireProvider(environment),
    publishableKey: stripe.publishableKey ?? null,
    ...(await newFormToken(environment.HASH_SECRET, Date.now())),
    sendsReceipts: environment.MAIL_TRANSPORT !== undefined,
  }),

  createPaymentIntent: async ({ address, body, headers, services }) => {
    const { environment, database } = services;
    const provider = requireProvider(environment);
    if (body.paymentMethod !== undefined) throw new AppError("card_data_not_accepted");
    if (body.website) return decoy(provider, body.amount);
    await services.checkCaptcha(body.captchaToken, address);
    if (provider === "stripe") throw new AppError("not_available_yet");
    const attemptId = attemptIdOf(headers);
    const { amount, paymentIntentId } = await database.as(service, (sql) =>
      beginGift(sql, {
        ...body.donorInfo,
        attemptId,
        amount: body.amount,
        isDemo: true,
        paymentIntentId: newDemoIntentId(),
      }),
    );
    return {
      clientSecret: await demoClientSecret(environment.HASH_SECRET, paymentIntentId),
      paymentIntentId,
      provider,
      amount,
    };
  },

  createDonation: async ({ body: { stripePaymentIntentId: paymentIntentId }, services }) => {
    if (requireProvider(services.environment) === "stripe") throw new AppError("not_available_yet");
    const donation = await recordDemoGift(services, paymentIntentId);
    return { ok: true as const, donation };
  },

  refundDonation: (call) => refundDonation(call, attemptIdOf(call.headers)),
});

/** A deployment that names no provider says so instead of pretending (design §7). */
function requireProvider({ PAYMENTS_MODE: mode }: Services["environment"]): "demo" | "stripe" {
  if (mode === undefined) throw new AppError("payments_not_configured");
  return mode;
}

/** What a machine that fills in every field takes for a success: nothing was made, nobody was asked. */
function decoy(provider: "demo" | "stripe", amount: string) {
  const letters = crypto.randomUUID().replaceAll("-", "");
  const paymentIntentId = provider === "demo" ? newDemoIntentId() : `pi_${letters.slice(0, 24)}`;
  const secret = crypto.randomUUID().replaceAll("-", "").slice(0, 24);
  return { clientSecret: `${paymentIntentId}_secret_${secret}`, paymentIntentId, provider, amount };
}

function attemptIdOf(headers: Headers): string {
  const key = headers.get("Idempotency-Key");
  if (key === null) return crypto.randomUUID();
  if (isUuid(key)) return key;
  throw new AppError("validation_failed", {
    issues: [{ path: "Idempotency-Key", message: "Must be a UUID" }],
  });
}
