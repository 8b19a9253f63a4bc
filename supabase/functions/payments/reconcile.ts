import { service } from "../_shared/caller.ts";
import { AppError, toAppError } from "../_shared/errors.ts";
import { logFailure } from "../_shared/http/log.ts";
import type { Services } from "../_shared/http/services.ts";
import type { AppliedFact } from "../_shared/giving/ledger/apply-provider-fact.ts";
import { unappliedFacts } from "../_shared/giving/ledger/unapplied-facts.ts";
import type { ProviderFact } from "../_shared/giving/provider-facts.ts";
import { applyWithLookups } from "../_shared/giving/stripe/apply-with-lookups.ts";
import {
  type Pass,
  readReconciliation,
  type Reconciliation,
  saveReconciliation,
} from "./queries/reconciliations.ts";
import { STRIPE_LIST_NAMES } from "../_shared/giving/stripe/lists.ts";
import { type ReconciliationPage, steps } from "./reconcile-steps.ts";

/** The next run continues where this one stops. The caller waits 30 seconds. */
const PASS_LIMIT_MS = 20_000;
const HOUR_S = 3600;
const DAY_S = 24 * HOUR_S;
/** Stripe retries events for three days. */
const OVERLAP_S = 4 * DAY_S;
const LONGEST_S = 90 * DAY_S;

export interface ReconciliationReport {
  readonly isComplete: boolean;
  /** Objects Stripe listed. */
  readonly read: number;
  /** Objects that changed the ledger. */
  readonly repaired: number;
  readonly failed: number;
  /** Lists that our key isn't allowed to read. */
  readonly refused: readonly string[];
}

/**
 * Compares the ledger with Stripe's lists and repairs it with the same facts that events bring. Failed objects are
 * logged and retried by later runs; if Stripe is down, the run ends.
 */
export async function reconcile(services: Services): Promise<ReconciliationReport> {
  const { database, stripe } = services;
  const isDemo = !stripe.isLive;
  const deadline = Date.now() + PASS_LIMIT_MS;
  const reconciliation = await database.as(service, (sql) => readReconciliation(sql, isDemo));
  let pass = reconciliation.pass ?? newPass(reconciliation, new Date());
  const { startedAt } = pass;
  const progress = new PassProgress();
  while (pass.step < steps.length && Date.now() < deadline) {
    const failedBefore = progress.failed;
    const page = await readPage(services, pass);
    if (page === REFUSED_LIST) {
      pass = { ...advance(pass, { items: [], next: null }), refused: withRefusedList(pass) };
      continue;
    }
    const isFinished = await applyPage(services, page, progress, deadline);
    pass = { ...pass, failed: pass.failed + progress.failed - failedBefore };
    if (isFinished) pass = advance(pass, page);
  }
  const isComplete = pass.step >= steps.length;
  const { refused = [] } = pass;
  await database.as(service, (sql) =>
    saveReconciliation(sql, {
      isDemo,
      completeUntil:
        isComplete && pass.failed === 0 && refused.length === 0
          ? startedAt
          : reconciliation.completeUntil,
      pass: isComplete ? null : pass,
      refused: isComplete ? refused : reconciliation.refused,
      hasRead: refused.length < STRIPE_LIST_NAMES.length,
      hasMissed: progress.hasMissed,
    }),
  );
  return { isComplete, ...progress.report, refused };
}

/** Starts at the last complete run, but at least four days back, to retry what failed. */
function newPass({ completeUntil }: Reconciliation, now: Date): Pass {
  const seconds = Math.floor(now.getTime() / 1000);
  const lastComplete =
    completeUntil === null ? 0 : Math.floor(Date.parse(completeUntil) / 1000) - HOUR_S;
  const since = Math.max(seconds - LONGEST_S, Math.min(lastComplete, seconds - OVERLAP_S));
  return { startedAt: now.toISOString(), since, step: 0, after: null, failed: 0 };
}

const REFUSED_LIST = Symbol("refused");

/** Reads a page. Skips lists that the key isn't allowed to read, because retrying won't help. */
async function readPage(
  services: Services,
  { step: index, since, after }: Pass,
): Promise<ReconciliationPage | typeof REFUSED_LIST> {
  const step = steps[index];
  if (step === undefined) throw new AppError("unexpected");
  try {
    return await step.read(services, { since, after });
  } catch (thrown) {
    const error = toAppError(thrown);
    if (step.list === undefined || error.code !== "provider_refused") throw error;
    logFailure(crypto.randomUUID(), "BACKGROUND", `reconcile: ${step.list}`, error);
    return REFUSED_LIST;
  }
}

const withRefusedList = ({ refused = [], step }: Pass): readonly string[] => [
  ...refused,
  ...[steps[step]?.list ?? []].flat(),
];

const advance = (pass: Pass, { next }: ReconciliationPage): Pass =>
  next === null ? { ...pass, step: pass.step + 1, after: null } : { ...pass, after: next };

/** Returns false if time ran out; the next run reads the page again. */
async function applyPage(
  services: Services,
  { items }: ReconciliationPage,
  progress: PassProgress,
  deadline: number,
): Promise<boolean> {
  const batches: (readonly ProviderFact[])[] = [];
  for (const item of items) {
    await progress.attempt(async () => void batches.push(await item()));
  }
  const newFacts = new Set(
    await services.database.as(service, (sql) => unappliedFacts(sql, batches.flat())),
  );
  for (const batch of batches) {
    const facts = batch.filter((fact) => newFacts.has(fact));
    if (facts.length === 0) continue;
    if (Date.now() > deadline) return false;
    await progress.attempt(async () =>
      progress.recordApplied(facts, await applyWithLookups(services, facts)),
    );
  }
  progress.read += items.length;
  return true;
}

/** After this many failures in a row, assume Stripe is down. */
const UNAVAILABLE_MAX = 3;

class PassProgress {
  read = 0;
  repaired = 0;
  failed = 0;
  hasMissed = false;
  #unavailable = 0;

  get report() {
    return { read: this.read, repaired: this.repaired, failed: this.failed };
  }

  recordApplied(facts: readonly ProviderFact[], appliedFacts: readonly AppliedFact[]): void {
    if (!appliedFacts.some(({ hasChanged }) => hasChanged)) return;
    this.repaired += 1;
    // No event could have reported payments we just canceled.
    this.hasMissed ||= facts.some(
      (fact) => fact.kind !== "payment" || fact.update.outcome !== "cancelled",
    );
  }

  /** Runs work for one object. A failure doesn't stop the others, unless everything fails. */
  async attempt(work: () => Promise<void>): Promise<void> {
    try {
      await work();
      this.#unavailable = 0;
    } catch (thrown) {
      const error = toAppError(thrown);
      this.#unavailable = error.code === "provider_unavailable" ? this.#unavailable + 1 : 0;
      if (this.#unavailable >= UNAVAILABLE_MAX) throw error;
      logFailure(crypto.randomUUID(), "BACKGROUND", "reconcile", error);
      this.failed += 1;
    }
  }
}
