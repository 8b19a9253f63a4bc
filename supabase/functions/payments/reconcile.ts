import { service } from "../_shared/caller.ts";
import { AppError, toAppError } from "../_shared/errors.ts";
import { logFailure } from "../_shared/http/log.ts";
import type { Services } from "../_shared/http/services.ts";
import type { AppliedFact } from "../_shared/donations/queries/apply-provider-fact.ts";
import { findUnappliedFacts } from "../_shared/donations/queries/unapplied-facts.ts";
import type { ProviderFact } from "../_shared/donations/provider-facts.ts";
import { applyStripeFacts } from "../_shared/donations/stripe/apply-stripe-facts.ts";
import {
  findMissedPayment,
  type ReconciliationRun,
  readReconciliation,
  type Reconciliation,
  saveReconciliation,
  type SettledPayment,
} from "./queries/reconciliations.ts";
import { STRIPE_LIST_NAMES } from "../_shared/donations/stripe/lists.ts";
import { type ReconciliationPage, steps } from "./reconcile-steps.ts";

/** Less than the 30 seconds that the caller waits. The next run continues where this one stops. */
const TIME_LIMIT_MS = 20_000;
const HOUR_SECONDS = 3600;
const DAY_SECONDS = 24 * HOUR_SECONDS;
/** Longer than Stripe keeps retrying an event, which is three days. */
const OVERLAP_SECONDS = 4 * DAY_SECONDS;
const MAX_PERIOD_SECONDS = 90 * DAY_SECONDS;

export interface ReconciliationReport {
  readonly isComplete: boolean;
  /** The number of objects in Stripe's lists. */
  readonly read: number;
  /** The number of objects that changed a row. */
  readonly repaired: number;
  readonly failed: number;
  /** The lists that our key isn't allowed to read. */
  readonly refused: readonly string[];
}

/**
 * Compares our rows with Stripe's lists and repairs them with the same facts that events bring. Failed objects are
 * logged and retried by later runs; if Stripe is down, the run ends.
 */
export async function reconcile(services: Services): Promise<ReconciliationReport> {
  const { database, stripe } = services;
  const isDemo = !stripe.isLive;
  const deadline = Date.now() + TIME_LIMIT_MS;
  const reconciliation = await database.as(service, (sql) => readReconciliation(sql, isDemo));
  let run = reconciliation.currentRun ?? createRun(reconciliation, new Date());
  const { startedAt } = run;
  const tally = new RunTally();
  while (run.step < steps.length && Date.now() < deadline) {
    const failedCountBefore = tally.failed;
    const page = await readPage(services, run);
    if (page === REFUSED_LIST) {
      run = { ...advanceRun(run, { items: [], next: null }), refused: addRefusedList(run) };
      continue;
    }
    const isFinished = await applyPage(services, page, tally, deadline);
    run = { ...run, failed: run.failed + tally.failed - failedCountBefore };
    if (isFinished) run = advanceRun(run, page);
  }
  const isComplete = run.step >= steps.length;
  const { refused = [] } = run;
  await database.as(service, (sql) =>
    saveReconciliation(sql, {
      isDemo,
      completeUntil:
        isComplete && run.failed === 0 && refused.length === 0
          ? startedAt
          : reconciliation.completeUntil,
      currentRun: isComplete ? null : run,
      refused: isComplete ? refused : reconciliation.refused,
      hasReadAccess: refused.length < STRIPE_LIST_NAMES.length,
      hasMissedEvent: tally.hasMissedEvent,
      missedPaymentAt: tally.missedPaymentAt,
    }),
  );
  return { isComplete, ...tally.report, refused };
}

/**
 * Creates a run that starts where the last complete run ended or four days ago, whichever is earlier, to retry what
 * failed.
 */
function createRun({ completeUntil }: Reconciliation, now: Date): ReconciliationRun {
  const nowSeconds = Math.floor(now.getTime() / 1000);
  const lastCompleteSeconds =
    completeUntil === null ? 0 : Math.floor(Date.parse(completeUntil) / 1000) - HOUR_SECONDS;
  const since = Math.max(
    nowSeconds - MAX_PERIOD_SECONDS,
    Math.min(lastCompleteSeconds, nowSeconds - OVERLAP_SECONDS),
  );
  return { startedAt: now.toISOString(), since, step: 0, after: null, failed: 0 };
}

const REFUSED_LIST = Symbol("refused");

/** Reads a page. Skips lists that the key isn't allowed to read, because retrying won't help. */
async function readPage(
  services: Services,
  { step: index, since, after }: ReconciliationRun,
): Promise<ReconciliationPage | typeof REFUSED_LIST> {
  const step = steps[index];
  if (step === undefined) throw new AppError("unexpected");
  try {
    return await step.read(services, { since, after });
  } catch (caughtError) {
    const error = toAppError(caughtError);
    if (step.list === undefined || error.code !== "provider_refused") throw error;
    logFailure(crypto.randomUUID(), "BACKGROUND", `reconcile: ${step.list}`, error);
    return REFUSED_LIST;
  }
}

const addRefusedList = ({ refused = [], step }: ReconciliationRun): readonly string[] => [
  ...refused,
  ...[steps[step]?.list ?? []].flat(),
];

const advanceRun = (run: ReconciliationRun, { next }: ReconciliationPage): ReconciliationRun =>
  next === null ? { ...run, step: run.step + 1, after: null } : { ...run, after: next };

/** Returns false if time ran out, in which case the next run reads the page again. */
async function applyPage(
  services: Services,
  { items }: ReconciliationPage,
  tally: RunTally,
  deadline: number,
): Promise<boolean> {
  const batches: (readonly ProviderFact[])[] = [];
  for (const item of items) {
    await tally.attempt(async () => void batches.push(await item()));
  }
  const newFacts = new Set(
    await services.database.as(service, (sql) => findUnappliedFacts(sql, batches.flat())),
  );
  for (const batch of batches) {
    const facts = batch.filter((fact) => newFacts.has(fact));
    if (facts.length === 0) continue;
    if (Date.now() > deadline) return false;
    await tally.attempt(async () =>
      tally.recordRepair(facts, await applyStripeFacts(services, facts)),
    );
  }
  tally.recordMissedPayment(await findMissedPaymentOf(services, batches.flat()));
  tally.read += items.length;
  return true;
}

/** By then, an event has arrived: Stripe sends it within seconds, and again after a few minutes if that failed. */
const EVENT_DEADLINE_MS = 30 * 60_000;

/**
 * Looks for a payment whose event never came, even if the payment itself is already known because the donor's browser
 * reported it. Payments older than Stripe's own retries say nothing about today's webhooks.
 */
async function findMissedPaymentOf(
  { database }: Services,
  facts: readonly ProviderFact[],
): Promise<string | null> {
  const age = (time: string) => Date.now() - Date.parse(time);
  const payments = facts.flatMap((fact): readonly SettledPayment[] => {
    if (fact.kind !== "payment" || fact.update.outcome !== "succeeded") return [];
    const { occurredAt: paidAt } = fact.update;
    const isDue = age(paidAt) > EVENT_DEADLINE_MS && age(paidAt) < OVERLAP_SECONDS * 1000;
    const { paymentIntentId, chargeId } = fact.ids;
    return isDue ? [{ paymentIntentId, chargeId, paidAt }] : [];
  });
  if (payments.length === 0) return null;
  return database.as(service, (sql) => findMissedPayment(sql, payments));
}

/** After this many failures in a row, assume Stripe is down. */
const UNAVAILABLE_COUNT_MAX = 3;

class RunTally {
  read = 0;
  repaired = 0;
  failed = 0;
  hasMissedEvent = false;
  missedPaymentAt: string | null = null;
  #unavailableCount = 0;

  get report() {
    return { read: this.read, repaired: this.repaired, failed: this.failed };
  }

  recordRepair(facts: readonly ProviderFact[], appliedFacts: readonly AppliedFact[]): void {
    if (!appliedFacts.some(({ hasChanged }) => hasChanged)) return;
    this.repaired += 1;
    // Payments are looked for by their events, so that one whose event is still on its way doesn't count.
    this.hasMissedEvent ||= facts.some(({ kind }) => kind !== "payment" && kind !== "invoice");
  }

  recordMissedPayment(paidAt: string | null): void {
    if (paidAt !== null && paidAt > (this.missedPaymentAt ?? "")) this.missedPaymentAt = paidAt;
  }

  /** Runs the work for one object. Its failure doesn't stop the others, unless Stripe seems to be down. */
  async attempt(work: () => Promise<void>): Promise<void> {
    try {
      await work();
      this.#unavailableCount = 0;
    } catch (caughtError) {
      const error = toAppError(caughtError);
      this.#unavailableCount =
        error.code === "provider_unavailable" ? this.#unavailableCount + 1 : 0;
      if (this.#unavailableCount >= UNAVAILABLE_COUNT_MAX) throw error;
      logFailure(crypto.randomUUID(), "BACKGROUND", "reconcile", error);
      this.failed += 1;
    }
  }
}
