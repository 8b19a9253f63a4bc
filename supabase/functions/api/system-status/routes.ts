import { checkMailTransport } from "../../_shared/clients/mail/transport.ts";
import { systemStatusEndpoints } from "../../_shared/contracts/system-status.ts";
import { implement, type RunTransaction } from "../../_shared/http/handlers.ts";
import { STRIPE_LIST_NAMES, stripeLists } from "../../_shared/donations/stripe/lists.ts";
import { isRefusal, probe } from "./probe.ts";
import { choosePaymentProvider, type Services } from "../../_shared/http/services.ts";
import { getJobState } from "../../_shared/rules/job-state.ts";
import {
  listJobRuns,
  readDatabaseTime,
  readMailFigures,
  readMailPause,
  readUnusualTraffic,
} from "./queries.ts";

export default implement(systemStatusEndpoints, {
  readAiStatus: ({ services }) => Promise.resolve({ state: getAiState(services) }),
  readSystemStatus: async ({ asAdminReader, asCaller, asService, services }) => {
    const [database, payments, mail, storage, auth] = await Promise.all([
      probeDatabase(asCaller),
      probePayments(services),
      probeMail(services),
      // Looking for a missing file makes Storage query its tables.
      probe("Storage", () => services.storage.has("images", "system-status")),
      probe("Auth", () => services.auth.checkConnection()),
    ]);
    const figures = await asAdminReader(async (sql) => ({
      mail: await readMailFigures(sql),
      jobs: await listJobRuns(sql),
    }));
    const pause = (await asService(readMailPause)) ?? null;
    const now = Date.now();
    return {
      checkedAt: new Date(now).toISOString(),
      database,
      payments,
      mail: {
        ...mail,
        ...figures.mail,
        senderRanAt: figures.jobs.find(({ name }) => name === "send-emails")?.ranAt ?? null,
        pause,
      },
      storage,
      auth,
      ai: { state: getAiState(services) },
      unusualTraffic: await asService(readUnusualTraffic),
      jobs: figures.jobs.map(({ name, schedule, ranAt }) => ({
        name,
        ranAt,
        state: getJobState(schedule, ranAt, now),
      })),
    };
  },
});

async function probeDatabase(asCaller: RunTransaction) {
  let time = new Date().toISOString();
  const result = await probe("The database", async () => {
    time = await asCaller(readDatabaseTime);
  });
  return { ...result, time };
}

async function probePayments(services: Services) {
  const { stripe } = services;
  const provider = choosePaymentProvider(services);
  if (provider !== "stripe") {
    return {
      state: provider ?? ("off" as const),
      milliseconds: null,
      isLive: false,
      refusedLists: [],
    };
  }
  const refusedLists: string[] = [];
  // This checks every list that reconciliation reads, so that a missing permission of a restricted key shows up here
  // first.
  const result = await probe("Stripe", async (timeout) => {
    const options = { timeout, maxNetworkRetries: 0 };
    const results = await Promise.allSettled(
      STRIPE_LIST_NAMES.map(async (name) => {
        try {
          await stripe.callApi((api) =>
            stripeLists[name](api, { sinceUnixSeconds: 0, page: { limit: 1 }, options }),
          );
        } catch (error) {
          if (isRefusal(error)) refusedLists.push(name);
          throw error;
        }
      }),
    );
    const failure = results.find(({ status }) => status === "rejected");
    if (failure?.status === "rejected") throw failure.reason;
  });
  return { ...result, isLive: stripe.isLive, refusedLists: refusedLists.toSorted() };
}

const getAiState = ({ environment }: Services) =>
  environment.OPENAI_API_KEY === undefined ? ("unused" as const) : ("configured" as const);

async function probeMail({ environment }: Services) {
  const transport = environment.MAIL_TRANSPORT;
  if (transport === undefined || transport === "log") {
    return { state: transport ?? ("off" as const), milliseconds: null };
  }
  return probe("Email", (timeoutMs) => checkMailTransport(environment, timeoutMs));
}
