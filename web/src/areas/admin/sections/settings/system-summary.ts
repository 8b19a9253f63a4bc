import type { SystemStatus } from "#data/system-status/queries.ts";
import { countWithNoun } from "#lib/format.ts";

export type CheckState =
  | SystemStatus["payments"]["state"]
  | SystemStatus["mail"]["state"]
  | SystemStatus["ai"]["state"]
  | SystemStatus["jobs"][number]["state"];

interface StateLook {
  readonly tone: "good" | "bad" | "none";
  readonly label: string;
  /** For a state that needs attention: the rest of a sentence that starts with the service's name. */
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
  "apply-retention-rules": "Apply the retention rules",
  "call-build-hook": "Rebuild the site after changes",
  "continue-erasures": "Finish erasing people's data",
  "confirm-finished-attendance": "Confirm attendance after events",
  "fail-abandoned-donations": "Close abandoned donations",
  "queue-annual-statements": "Send annual statements",
  "queue-event-reminders": "Send shift reminders",
  "reconcile-payments": "Compare payments with Stripe",
  "release-deliveries": "Publish military mail deliveries",
  "send-emails": "Send emails",
  "sweep-cron-log": "Clean up the scheduler's log",
  "sweep-idempotency-keys": "Clean up expired records that prevent duplicate requests",
  "sweep-merges": "Make old merges permanent",
  "sweep-rate-limits": "Clean up expired rate-limit counters",
  "sweep-stripe-events": "Clean up old Stripe events",
  "sweep-uploads": "Clean up unused uploads",
};

/** Returns a job's label. If the job has no label, makes one from its name: `send-emails` becomes "Send emails". */
export const jobLabel = (name: string) =>
  JOB_LABELS[name] ?? name.charAt(0).toUpperCase() + name.slice(1).replaceAll("-", " ");

const andList = new Intl.ListFormat("en-US");

const lateJobs = (jobs: SystemStatus["jobs"]): readonly string[] => {
  const names = jobs.filter(({ state }) => state === "late").map(({ name }) => jobLabel(name));
  if (names.length > 1) return [`${names.length} scheduled jobs are late`];
  return names.map((name) => `the job “${name}” is late`);
};

const capitalize = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

export interface SystemSummary {
  readonly isWorking: boolean;
  readonly sentence: string;
  /** Says which services run in demo or test mode. Empty if none do. */
  readonly note: string;
}

/** Describes the emails that need attention, in the same words as on the overview. */
const listEmailProblems = ({ failedCount, heldCount }: SystemStatus["mail"]): readonly string[] =>
  [
    failedCount > 0 &&
      countWithNoun(failedCount, "email couldn't be delivered", "emails couldn't be delivered"),
    heldCount > 0 && countWithNoun(heldCount, "email is held back", "emails are held back"),
  ].filter((text) => text !== false);

/** Returns a note such as "Payments are a demo, and emails aren't sent." */
const createNote = ({ payments, mail }: SystemStatus): string => {
  const isTestMode = payments.milliseconds !== null && !payments.isLive;
  const parts = [
    payments.state === "demo" && "payments are a demo",
    isTestMode && "payments are in Stripe's test mode",
    mail.state === "log" && "emails aren't sent",
  ].filter((text) => text !== false);
  return parts.length === 0 ? "" : `${capitalize(parts.join(", and "))}.`;
};

/** A provider can refuse every email although it responds to our check. */
const hasMailOutage = ({ mail }: SystemStatus) =>
  mail.pause?.reason === "outage" && STATE_LOOKS[mail.state].problem === undefined;

const listProblems = (status: SystemStatus): readonly string[] => {
  const services: readonly (readonly [string, CheckState])[] = [
    ["the database", status.database.state],
    ["payment processing", status.payments.state],
    ["the email service", status.mail.state],
    ["file storage", status.storage.state],
    ["the login service", status.auth.state],
  ];
  return [
    ...services.flatMap(([name, state]) => {
      const { problem } = STATE_LOOKS[state];
      return problem === undefined ? [] : [`${name} ${problem}`];
    }),
    ...(hasMailOutage(status) ? ["the email service isn't accepting our emails"] : []),
    ...lateJobs(status.jobs),
  ];
};

/** The notices below the summary say which part. */
const OTHER_PROBLEM = "Part of your site isn't working.";

/** Says in one sentence that everything works, or what doesn't work. */
export const summarizeSystem = (status: SystemStatus): SystemSummary => {
  const note = createNote(status);
  const emailProblems = listEmailProblems(status.mail);
  const problems = listProblems(status);
  if (problems.length > 0) {
    const list = andList.format([...problems, ...emailProblems]);
    return { isWorking: false, sentence: `${capitalize(list)}.`, note };
  }
  if (status.problems.length > 0) return { isWorking: false, sentence: OTHER_PROBLEM, note };
  return emailProblems.length === 0
    ? { isWorking: true, sentence: "Everything is working.", note }
    : {
        isWorking: false,
        sentence: `Every service is working, but ${andList.format(emailProblems)}.`,
        note,
      };
};
