import { paymentEndpoints } from "../_shared/contracts/payments.ts";
import { FORM_TOKEN_HEADER, IDEMPOTENCY_KEY_HEADER } from "../_shared/contracts/limits.ts";
import { service } from "../_shared/caller.ts";
import { AppError } from "../_shared/errors.ts";
import { recordJobRun } from "../_shared/queries/job-runs.ts";
import { implement } from "../_shared/http/handlers.ts";
import { choosePaymentProvider, type Services } from "../_shared/http/services.ts";
import { centsToDollars } from "../_shared/rules/money.ts";
import { isUuid } from "../_shared/rules/uuid.ts";
import { createDemoIntentId, recordDemoDonation, startDemoDonation } from "./demo-provider.ts";
import { createFormToken, readFormToken } from "./form-token.ts";
import {
  findNextChargeAt,
  type NewDonation,
} from "../_shared/donations/queries/pending-donations.ts";
import { acceptMonthlyOffer, createMonthlyOfferToken } from "./monthly-offer.ts";
import { refundDonation } from "./refund-donation.ts";
import { readPaymentStatus } from "./payment-status.ts";
import { reconcile } from "./reconcile.ts";
import { recordStripeDonation, startStripeDonation } from "./stripe-provider.ts";

export default implement(paymentEndpoints, {
  openCheckout: async ({ address, services }) => ({
    provider: requireProvider(services),
    publishableKey: services.stripe.publishableKey ?? null,
    ...(await createFormToken(services.environment.HASH_SECRET[0], Date.now(), address)),
    sendsReceipts: sendsReceipts(services),
  }),

  createPaymentIntent: async ({ address, body, headers, services }) => {
    const provider = requireProvider(services);
    if (body.paymentMethod !== undefined) throw new AppError("card_data_not_accepted");
    if (body.website) return createFakeIntent(provider, body.amount);
    const formTokenId =
      provider === "stripe" ? await requireFormToken(services, headers, address) : null;
    await services.checkCaptcha(body.captchaToken, address);
    const { hasOneName, ...donorInfo } = body.donorInfo;
    const donation: NewDonation = {
      ...donorInfo,
      lastName: hasOneName ? "" : donorInfo.lastName,
      isMemorial: donorInfo.isMemorial && donorInfo.inHonorOf !== undefined,
      keepsCard: donorInfo.keepsCard && !donorInfo.isRecurring,
      attemptId: readAttemptId(headers),
      amount: body.amount,
      source: body.source,
      tribute: body.tribute,
      isDemo: provider === "demo" || !services.stripe.isLive,
    };
    const start = provider === "demo" ? startDemoDonation : startStripeDonation;
    const { amount, ...payment } = await start(services, donation, { address, formTokenId });
    const monthlyOfferToken =
      provider === "stripe" && donation.keepsCard
        ? await createMonthlyOfferToken(services, donation.attemptId)
        : null;
    return { ...payment, provider, amount: centsToDollars(amount), monthlyOfferToken };
  },

  /** Completes the donation that `createPaymentIntent` stored, once the provider says that it is paid. */
  createDonation: async ({ body: { stripePaymentIntentId }, services }) => {
    const record = requireProvider(services) === "demo" ? recordDemoDonation : recordStripeDonation;
    const donation = await record(services, stripePaymentIntentId);
    const { subscriptionId } = donation;
    const nextChargeAt =
      subscriptionId &&
      (await services.database.as(service, (sql) => findNextChargeAt(sql, subscriptionId)));
    return { ok: true as const, donation: { ...donation, nextChargeAt } };
  },

  acceptMonthlyOffer: ({ body, services }) => {
    if (requireProvider(services) === "demo") throw new AppError("monthly_offer_ended");
    return acceptMonthlyOffer(services, body);
  },

  refundDonation: (call) => refundDonation(call, readAttemptId(call.headers)),

  /** Does nothing for demo donations, because there is no provider to compare them with. */
  reconcilePayments: async ({ asCaller, services }) => {
    const report =
      services.environment.PAYMENTS_MODE === "stripe"
        ? await reconcile(services)
        : { isComplete: true, read: 0, repaired: 0, failed: 0, refused: [] };
    await asCaller((sql) => recordJobRun(sql, "reconcile-payments"));
    return { ...report, refused: [...report.refused] };
  },

  readPaymentStatus: ({ services }) => readPaymentStatus(services),
});

/** Emails about demo and test money go only to the log or to administrators. */
function sendsReceipts({
  environment: { PAYMENTS_MODE, MAIL_TRANSPORT },
  stripe,
}: Services): boolean {
  const isRealMoney = PAYMENTS_MODE === "stripe" && stripe.isLive;
  return MAIL_TRANSPORT === "log" || (isRealMoney && MAIL_TRANSPORT !== undefined);
}

/** Throws if the deployment has no provider or lacks its keys, instead of pretending to charge. */
function requireProvider(services: Services): "demo" | "stripe" {
  const provider = choosePaymentProvider(services);
  if (provider === null) throw new AppError("payments_not_configured");
  return provider;
}

/** Returns the token's ID. Each token is for one attempt, which can be repeated. */
async function requireFormToken(
  { environment }: Services,
  headers: Headers,
  address: string,
): Promise<string> {
  const token = headers.get(FORM_TOKEN_HEADER);
  const id = await readFormToken(environment.HASH_SECRET, token, Date.now(), address);
  if (id === undefined) throw new AppError("form_token_invalid");
  return id;
}

/** Fake success for bots that fill the honeypot: nothing is created and no service is called. */
function createFakeIntent(provider: "demo" | "stripe", amount: string) {
  const randomCharacters = () => crypto.randomUUID().replaceAll("-", "").slice(0, 24);
  const paymentIntentId = provider === "demo" ? createDemoIntentId() : `pi_${randomCharacters()}`;
  const clientSecret = `${paymentIntentId}_secret_${randomCharacters()}`;
  return { clientSecret, paymentIntentId, provider, amount, monthlyOfferToken: null };
}

function readAttemptId(headers: Headers): string {
  const key = headers.get(IDEMPOTENCY_KEY_HEADER);
  if (key === null) return crypto.randomUUID();
  if (isUuid(key)) return key;
  throw new AppError("validation_failed", {
    issues: [{ path: IDEMPOTENCY_KEY_HEADER, message: "Use a UUID." }],
  });
}
