import { service } from "../_shared/caller.ts";
import {
  createPendingDonation,
  type NewDonation,
} from "../_shared/donations/queries/pending-donations.ts";
import { AppError } from "../_shared/errors.ts";
import { requireFound } from "../_shared/http/handlers.ts";
import { createKeyedHash, hashToken } from "../_shared/http/secrets.ts";
import type { Services } from "../_shared/http/services.ts";
import {
  type Donation,
  findDonationByPayment,
  findAndApplyPaymentUpdate,
} from "../_shared/donations/queries/donations.ts";

type DemoOutcome = "succeeded" | "declined";

const DEMO_INTENT_PREFIX = "pi_demo_";

export const createDemoIntentId = (): string =>
  `${DEMO_INTENT_PREFIX}${crypto.randomUUID().replaceAll("-", "")}`;

const createDemoClientSecret = async (secret: string, paymentIntentId: string): Promise<string> =>
  `${paymentIntentId}_secret_${(await createKeyedHash(secret, paymentIntentId)).slice(0, 24)}`;

export async function startDemoDonation(
  { database, environment }: Services,
  donation: NewDonation,
) {
  const { totalCents, paymentIntentId } = await database.as(service, (sql) =>
    createPendingDonation(sql, donation, { paymentIntentId: createDemoIntentId() }),
  );
  const id = paymentIntentId ?? "";
  return {
    clientSecret: await createDemoClientSecret(environment.HASH_SECRET[0], id),
    paymentIntentId: id,
    amount: totalCents,
  };
}

/**
 * Simulates a payment once; repeats return the same outcome. There is no provider, so the outcome is written to the
 * donation directly, without provider facts.
 */
export async function recordDemoDonation(
  services: Services,
  paymentIntentId: string,
): Promise<Donation> {
  if (!paymentIntentId.startsWith(DEMO_INTENT_PREFIX)) throw new AppError("not_found");
  const pendingDonation = requireFound(
    await services.database.as(service, (sql) => findDonationByPayment(sql, { paymentIntentId })),
  );
  return pendingDonation.status === "completed"
    ? pendingDonation
    : applyDemoOutcome(services, paymentIntentId, pendingDonation.email);
}

async function applyDemoOutcome(
  { database, environment }: Services,
  paymentIntentId: string,
  email: string,
): Promise<Donation> {
  await new Promise((resolve) => setTimeout(resolve, environment.DEMO_PAYMENT_DELAY_MS));
  const outcome = await readDemoOutcome(paymentIntentId, email);
  const failure = { id: paymentIntentId, code: "card_declined" };
  const donation = await database.as(service, (sql) =>
    findAndApplyPaymentUpdate(
      sql,
      { paymentIntentId },
      {
        occurredAt: new Date().toISOString(),
        ...(outcome === "succeeded" ? { outcome } : { outcome: "failed", failure }),
      },
    ),
  );
  if (outcome === "succeeded") return requireFound(donation);
  throw new AppError("card_declined");
}

/**
 * Returns the simulated outcome of an intent. The random number depends only on the intent's id, so repeated and
 * concurrent requests get the same outcome.
 */
async function readDemoOutcome(paymentIntentId: string, email: string): Promise<DemoOutcome> {
  const hash = await hashToken(`outcome ${paymentIntentId}`);
  return chooseDemoOutcome(email, Number.parseInt(hash.slice(0, 8), 16) / 2 ** 32);
}

/** Simulated payments succeed nine times out of ten (DON-11). */
const DEMO_SUCCESS_RATE = 0.9;

/**
 * Returns how a simulated payment ends. As with a provider's test cards, the donor's email address can decide: a local
 * part that ends in `+approved` always succeeds, and one that ends in `+declined` never does.
 * @param randomNumber a random number from 0 up to, but not including, 1
 */
export function chooseDemoOutcome(email: string, randomNumber: number): DemoOutcome {
  const chosenOutcome = /\+(approved|declined)@/.exec(email.toLowerCase())?.[1];
  if (chosenOutcome !== undefined) return chosenOutcome === "approved" ? "succeeded" : "declined";
  return randomNumber < DEMO_SUCCESS_RATE ? "succeeded" : "declined";
}
