import type { Stripe } from "stripe";
import { checkMailTransport } from "../../_shared/clients/mail/transport.ts";
import {
  STRIPE_LIST_NAMES,
  type StripeListName,
  stripeLists,
} from "../../_shared/donations/stripe/lists.ts";
import type { RunTransaction } from "../../_shared/http/handlers.ts";
import { choosePaymentProvider, type Services } from "../../_shared/http/services.ts";
import { isRefusal, probe } from "./probe.ts";
import { readDatabaseTime } from "./queries.ts";

/** Calls every service that the site relies on, with the keys and settings of this deployment. */
export async function probeServices(services: Services, asCaller: RunTransaction) {
  const [database, payments, mail, storage, auth] = await Promise.all([
    probeDatabase(asCaller),
    probePayments(services),
    probeMail(services),
    // Looking for a missing file makes Storage query its tables.
    probe("Storage", () => services.storage.has("images", "system-status")),
    probe("Auth", () => services.auth.checkConnection()),
  ]);
  return { database, payments, mail, storage, auth };
}

async function probeDatabase(asCaller: RunTransaction) {
  let time = new Date().toISOString();
  const result = await probe("The database", async () => {
    time = await asCaller(readDatabaseTime);
  });
  return { ...result, time };
}

async function probePayments(services: Services) {
  const provider = choosePaymentProvider(services);
  if (provider !== "stripe") {
    return {
      state: provider ?? ("off" as const),
      milliseconds: null,
      isLive: false,
      refusedLists: [],
    };
  }
  // This checks every list that reconciliation reads, so that a missing permission of a restricted key shows up here
  // first.
  const result = await probeStripe(services, STRIPE_LIST_NAMES, { canWrite: true });
  return { ...result, isLive: services.stripe.isLive };
}

/** Checks whether our key may read these lists and, if wanted, whether it may write. Doesn't change anything. */
export async function probeStripe(
  { stripe }: Services,
  listNames: readonly StripeListName[],
  { canWrite }: { readonly canWrite: boolean },
) {
  const refusedLists: string[] = [];
  const result = await probe("Stripe", async (timeout) => {
    const options = { timeout, maxNetworkRetries: 0 };
    const attempt = async (name: string, call: Parameters<typeof stripe.callApi>[0]) => {
      try {
        await stripe.callApi(call);
      } catch (error) {
        if (isRefusal(error)) refusedLists.push(name);
        throw error;
      }
    };
    const results = await Promise.allSettled([
      ...listNames.map((name) =>
        attempt(name, (api) =>
          stripeLists[name](api, { sinceUnixSeconds: 0, page: { limit: 1 }, options }),
        ),
      ),
      ...(canWrite
        ? [attempt("Payment Intents (write)", (api) => cancelMissingPayment(api, options))]
        : []),
    ]);
    const failure = results.find(({ status }) => status === "rejected");
    if (failure?.status === "rejected") throw failure.reason;
  });
  return { ...result, refusedLists: refusedLists.toSorted() };
}

/** Stripe checks the permission to write before it looks for the payment. */
async function cancelMissingPayment(api: Stripe, options: Stripe.RequestOptions): Promise<void> {
  await api.paymentIntents.cancel("pi_systemstatus", {}, options).catch((error: unknown) => {
    if ((error as { readonly code?: unknown }).code !== "resource_missing") throw error;
  });
}

async function probeMail({ environment }: Services) {
  const transport = environment.MAIL_TRANSPORT;
  if (transport === undefined || transport === "log") {
    return { state: transport ?? ("off" as const), milliseconds: null };
  }
  return probe("Email", (timeoutMs) => checkMailTransport(environment, timeoutMs));
}
