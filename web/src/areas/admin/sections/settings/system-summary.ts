import type { SystemStatus } from "#data/system-status/queries.ts";

export type CheckState =
  | SystemStatus["payments"]["state"]
  | SystemStatus["mail"]["state"]
  | SystemStatus["ai"]["state"]
  | SystemStatus["jobs"][number]["state"];

interface StateLook {
  readonly tone: "good" | "bad" | "none";
  readonly label: string;
  /** Completes a sentence that starts with the name; for a state that needs attention. */
  readonly problem?: string;
}

export const STATE_LOOKS: Readonly<Record<CheckState, StateLook>> = {
  working: { tone: "good", label: "Working" },
  slow: { tone: "bad", label: "Working, but slow", problem: "is slow" },
  failing: { tone: "bad", label: "Not responding", problem: "isn't responding" },
  refused: { tone: "bad", label: "Not accepting our key", problem: "isn't accepting our key" },
  demo: { tone: "none", label: "Demo: no one is charged" },
  log: { tone: "none", label: "Written to the log, not sent" },
  configured: { tone: "good", label: "Set up" },
  unused: { tone: "none", label: "Not in use" },
  off: { tone: "bad", label: "Not set up", problem: "isn't set up" },
  "on-time": { tone: "good", label: "On time" },
  late: { tone: "bad", label: "Late" },
  never: { tone: "none", label: "Hasn't run yet" },
};

const JOB_LABELS: Readonly<Record<string, string>> = {
  "call-build-hook": "Rebuild the site after changes",
  "confirm-finished-attendance": "Confirm attendance after events",
  "fail-abandoned-donations": "Close abandoned donations",
  "queue-annual-statements": "Send annual statements",
  "queue-event-reminders": "Send shift reminders",
  "reconcile-payments": "Compare payments with Stripe",
  "release-deliveries": "Publish military mail deliveries",
  "send-emails": "Send emails",
  "sweep-cron-log": "Clean up the scheduler's log",
  "sweep-gift-links": "Clean up old gift links",
  "sweep-idempotency-keys": "Clean up expired duplicate-request records",
  "sweep-rate-limits": "Clean up expired rate-limit counters",
  "sweep-stripe-events": "Clean up old Stripe events",
  "sweep-uploads": "Clean up unused uploads",
};

/** Returns a job's label. For a job that isn't listed, its name becomes the label: `send-emails` becomes "Send emails". */
export const jobLabel = (name: string) =>
  JOB_LABELS[name] ?? name.charAt(0).toUpperCase() + name.slice(1).replaceAll("-", " ");

const SENTENCE_LIST = new Intl.ListFormat("en-US");

const lateJobs = (jobs: SystemStatus["jobs"]): readonly string[] => {
  const names = jobs.filter(({ state }) => state === "late").map(({ name }) => jobLabel(name));
  if (names.length > 1) return [`${names.length} scheduled jobs are late`];
  return names.map((name) => `the job “${name}” is late`);
};

export interface SystemSummary {
  readonly isWorking: boolean;
  readonly sentence: string;
}

/** Says in one sentence that everything works, or what doesn't. */
export const systemSummary = (status: SystemStatus): SystemSummary => {
  const services: readonly (readonly [string, CheckState])[] = [
    ["the database", status.database.state],
    ["payment processing", status.payments.state],
    ["the email service", status.mail.state],
    ["file storage", status.storage.state],
    ["the login service", status.auth.state],
  ];
  const problems = [
    ...services.flatMap(([name, state]) => {
      const { problem } = STATE_LOOKS[state];
      return problem === undefined ? [] : [`${name} ${problem}`];
    }),
    ...lateJobs(status.jobs),
  ];
  if (problems.length === 0) return { isWorking: true, sentence: "Everything is working." };
  const list = SENTENCE_LIST.format(problems);
  return { isWorking: false, sentence: `${list.charAt(0).toUpperCase()}${list.slice(1)}.` };
};
