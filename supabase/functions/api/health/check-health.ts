import { service } from "../../_shared/caller.ts";
import type { RunTransaction } from "../../_shared/http/handlers.ts";
import { runInBackground } from "../../_shared/http/in-background.ts";
import { choosePaymentProvider, type Services } from "../../_shared/http/services.ts";
import { probeStripe } from "../system-status/probes.ts";
import { haveProblemsChanged, notifyOwners } from "./alert.ts";
import { type HealthProblem, readHealth } from "./problems.ts";
import { claimChecks, type ProviderState, recordProviderCheck } from "./queries.ts";

/**
 * Reads the site's health. While the caller gets the response, owners are emailed if it has changed, and the payment
 * provider is checked once a minute, so that the next responses tell whether it accepts our requests.
 */
export async function checkHealth(services: Services, asService: RunTransaction) {
  const [write, health] = await Promise.all([
    tryToWrite(services),
    readHealth(services, asService),
  ]);
  // Everything else that stops is a consequence.
  const problems = write.problem === undefined ? health.problems : [write.problem];
  if (haveProblemsChanged(problems, health)) {
    runInBackground("health-alert", () => notifyOwners(services, problems));
  }
  if (write.isClaimed && choosePaymentProvider(services) === "stripe") {
    runInBackground("payment-check", () => checkProvider(services, health.provider));
  }
  return { ...health, problems };
}

/** What a write fails with if the database can't store anything. */
const WRITE_PROBLEMS: Readonly<Record<string, string>> = {
  "25006": "The database is read-only, so nothing can be saved.",
  "53100": "The database's disk is full, so nothing can be saved.",
};

interface Write {
  readonly isClaimed: boolean;
  readonly problem?: HealthProblem;
}

async function tryToWrite({ database }: Services): Promise<Write> {
  try {
    return { isClaimed: await database.as(service, claimChecks) };
  } catch (error) {
    const message = WRITE_PROBLEMS[String((error as { readonly code?: unknown }).code)];
    if (message === undefined) throw error;
    return { isClaimed: false, problem: { kind: "database", message } };
  }
}

/** A key may be allowed to read but not to write, so a failed checkout makes us check that, too. */
async function checkProvider(services: Services, known: ProviderState | undefined): Promise<void> {
  const canWrite = known?.hasFailedCheckout === true;
  const { state } = await probeStripe(services, ["Payment Intents"], { canWrite });
  const isAccepted = state === "working" || state === "slow";
  await services.database.as(service, (sql) =>
    recordProviderCheck(sql, !services.stripe.isLive, isAccepted),
  );
}
