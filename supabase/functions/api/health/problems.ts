import type { HealthProblemKind } from "../../_shared/contracts/choices.ts";
import type { RunTransaction } from "../../_shared/http/handlers.ts";
import type { Services } from "../../_shared/http/services.ts";
import { isOverdue } from "../../_shared/rules/job-state.ts";
import {
  hasMissedEvents,
  haveWebhooksStopped,
  type WebhookActivity,
} from "../../_shared/rules/webhook-state.ts";
import { listJobRuns } from "../system-status/queries.ts";
import {
  lacksErasureKey,
  type MailPauseFacts,
  readHealthFacts,
  readMailPause,
  readProviderState,
  readWebhookActivity,
} from "./queries.ts";

export interface HealthProblem {
  readonly kind: HealthProblemKind;
  /** May be read by anyone, so it doesn't contain names, secrets or figures. */
  readonly message: string;
}

const MINUTE_MS = 60_000;

/** Reads the running site's health in one transaction. */
export async function readHealth({ environment, stripe }: Services, asService: RunTransaction) {
  const usesStripe = environment.PAYMENTS_MODE === "stripe";
  const [jobRuns, facts, mailPause, provider, webhooks, lacksKey] = await asService((sql) =>
    Promise.all([
      listJobRuns(sql),
      readHealthFacts(sql),
      readMailPause(sql),
      usesStripe ? readProviderState(sql, !stripe.isLive) : undefined,
      usesStripe ? readWebhookActivity(sql, stripe.isLive) : undefined,
      lacksErasureKey(sql, environment.ERASURE_KEY),
    ]),
  );
  const now = Date.now();
  const jobs = jobRuns.map((job) => ({
    name: job.name,
    ageMinutes:
      job.ranAt === null
        ? null
        : Math.max(0, Math.floor((now - Date.parse(job.ranAt)) / MINUTE_MS)),
    isLate: isOverdue(job, now),
  }));
  const lateJobs = jobs.filter(({ isLate }) => isLate).map(({ name }) => name);
  const isRefused = provider?.isRefusingUs === true;
  // A problem that follows from another one isn't reported, because owners would get a second email about it.
  const reportedJobs = lateJobs.filter((name) => !isRefused || name !== "reconcile-payments");
  const findings: Readonly<Partial<Record<HealthProblemKind, string | undefined>>> = {
    emails:
      (facts.hasWaitingEmails
        ? findSetupProblem(environment.MAIL_TRANSPORT !== undefined, facts.hasContactInfo)
        : undefined) ??
      findPauseProblem(mailPause, now) ??
      findStall(facts.isMailStalled && !lateJobs.includes("send-emails"), mailPause),
    erasures: lacksKey
      ? "People's data can't be erased, because ERASURE_KEY lacks the key of earlier erasures."
      : undefined,
    jobs:
      reportedJobs.length > 0 ? `Scheduled jobs are late: ${reportedJobs.join(", ")}.` : undefined,
    payments: isRefused
      ? "The payment provider can't be reached or refuses our requests, so donations fail."
      : undefined,
    webhooks: findWebhookProblem(webhooks, lateJobs, now),
  };
  const problems = Object.entries(findings).flatMap(([kind, message]): HealthProblem[] =>
    message === undefined ? [] : [{ kind: kind as HealthProblemKind, message }],
  );
  return {
    ...facts,
    jobs,
    problems,
    provider,
    emailsWaitUntil: mailPause?.until,
    lastEventAt: webhooks?.lastEventAt ?? null,
  };
}

/** An email that is only delayed, or that its provider refuses, isn't a problem with the whole site. */
function findSetupProblem(hasTransport: boolean, hasContactInfo: boolean): string | undefined {
  if (!hasTransport) return "Emails are waiting because sending isn't set up.";
  return hasContactInfo
    ? undefined
    : "Emails are waiting because the organization's contact information is missing.";
}

/** A provider can fail for a moment. */
const MAX_OUTAGE_MS = 5 * MINUTE_MS;
/** A daily limit holds up an email for at most a day. */
const MAX_LIMIT_MS = 26 * 60 * MINUTE_MS;

function findPauseProblem(pause: MailPauseFacts | undefined, now: number): string | undefined {
  if (pause === undefined || pause.since === null || pause.concernsMassOnly) return undefined;
  const age = now - Date.parse(pause.since);
  if (pause.reason === "outage") {
    return age > MAX_OUTAGE_MS
      ? "Emails are waiting because the email provider can't be reached or refuses them."
      : undefined;
  }
  return age > MAX_LIMIT_MS
    ? "Emails have been waiting for more than a day because of the limit on emails."
    : undefined;
}

/** Emails that wait for a limit aren't accepted, either. */
function findStall(isStalled: boolean, pause: MailPauseFacts | undefined): string | undefined {
  return isStalled && (pause === undefined || pause.reason === "outage")
    ? "No email has been accepted for 15 minutes, although emails are waiting."
    : undefined;
}

/**
 * If reconciliation itself is late, that isn't a problem with the webhooks unless an earlier run found a missed event.
 */
function findWebhookProblem(
  webhooks: WebhookActivity | undefined,
  lateJobs: readonly string[],
  now: number,
): string | undefined {
  if (webhooks === undefined) return undefined;
  const haveStopped = lateJobs.includes("reconcile-payments")
    ? hasMissedEvents(webhooks)
    : haveWebhooksStopped(webhooks, now);
  return haveStopped ? "Payment updates from Stripe (webhooks) have stopped arriving." : undefined;
}
