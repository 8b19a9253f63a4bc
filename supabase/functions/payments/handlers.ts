import { paymentEndpoints } from "../_shared/contracts/donations.ts";
import { service } from "../_shared/caller.ts";
import { AppError } from "../_shared/errors.ts";
import { found, implement } from "../_shared/http/handlers.ts";
import type { Services } from "../_shared/http/services.ts";
import { isUuid } from "../_shared/rules/uuid.ts";
import {
  demoClientSecret,
  demoIntentOutcome,
  isDemoIntentId,
  newDemoIntentId,
} from "./demo-provider.ts";
import { type Donation, findDonation, settlePayment } from "../_shared/queries/ledger.ts";
import { createPendingDonation } from "./queries/donations.ts";

export const paymentHandlers = implement(paymentEndpoints, {
  createPaymentIntent: async ({ body, headers, services }) => {
    requireDemoProvider(services);
    if (body.paymentMethod !== undefined) throw new AppError("card_data_not_accepted");
    const { firstName, lastName, email, isRecurring, isAnonymous, inHonorOf } = body.donorInfo;
    const { amount, paymentIntentId } = await services.database.as(service, (sql) =>
      createPendingDonation(sql, {
        attemptId: attemptIdOf(headers),
        amount: body.amount,
        firstName,
        lastName,
        email,
        isRecurring,
        isAnonymous,
        inHonorOf,
        isDemo: true,
        paymentIntentId: newDemoIntentId(),
      }),
    );
    return {
      clientSecret: await demoClientSecret(services.environment.HASH_SECRET, paymentIntentId),
      paymentIntentId,
      provider: "demo" as const,
      amount,
    };
  },

  createDonation: async ({ body: { stripePaymentIntentId: paymentIntentId }, services }) => {
    requireDemoProvider(services);
    if (!isDemoIntentId(paymentIntentId)) throw new AppError("not_found");
    const pending = found(
      await services.database.as(service, (sql) => findDonation(sql, { paymentIntentId })),
    );
    const donation =
      pending.status === "completed"
        ? pending
        : await settleDemoPayment(services, paymentIntentId, pending.email);
    return { ok: true as const, donation };
  },
});

/** A deployment that names no provider says so instead of pretending (design §7). */
function requireDemoProvider({ environment }: Services): void {
  if (environment.PAYMENTS_MODE === undefined) throw new AppError("payments_not_configured");
  if (environment.PAYMENTS_MODE === "stripe") throw new AppError("not_available_yet");
}

function attemptIdOf(headers: Headers): string {
  const key = headers.get("Idempotency-Key");
  if (key === null) return crypto.randomUUID();
  if (isUuid(key)) return key;
  throw new AppError("validation_failed", {
    issues: [{ path: "Idempotency-Key", message: "Must be a UUID" }],
  });
}

async function settleDemoPayment(
  { database, environment }: Services,
  paymentIntentId: string,
  email: string,
): Promise<Donation> {
  await new Promise((resolve) => setTimeout(resolve, environment.DEMO_PAYMENT_DELAY_MS));
  const outcome = await demoIntentOutcome(environment.HASH_SECRET, paymentIntentId, email);
  const failure = { id: paymentIntentId, code: "card_declined" };
  const donation = await database.as(service, (sql) =>
    settlePayment(
      sql,
      { paymentIntentId },
      {
        at: new Date().toISOString(),
        ...(outcome === "succeeded" ? { outcome } : { outcome: "failed", failure }),
      },
    ),
  );
  if (outcome === "succeeded") return found(donation);
  throw new AppError("card_declined");
}
