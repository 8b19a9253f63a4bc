const MINUTE_MS = 60_000;
const MINUTES_PER_HOUR = 60;
const MINUTES_PER_DAY = 1440;
/** Extra minutes for the duration of a run and for the difference between our clock and the database's. */
const GRACE_MINUTES = 5;

/** Returns the longest time between two runs, in minutes. Supports only the schedules that our jobs use. */
export function getMinutesBetweenRuns(schedule: string): number {
  const [minute = "*", hour = "*"] = schedule.split(" ");
  if (hour !== "*") return MINUTES_PER_DAY;
  if (minute === "*") return 1;
  const step = /^\*\/(\d+)$/.exec(minute)?.[1];
  return step === undefined ? MINUTES_PER_HOUR / minute.split(",").length : Number(step);
}

export type JobState = "on-time" | "late" | "never";

interface JobRun {
  readonly schedule: string;
  readonly ranAt: string | null;
  /** When the job was created; null if unknown. */
  readonly addedAt: string | null;
}

/** Returns whether a job is late. A job that should have run but never did is late, too. */
export const isOverdue = ({ schedule, ranAt, addedAt }: JobRun, now: number): boolean =>
  getJobState(schedule, ranAt ?? addedAt, now) !== "on-time";

/** Returns a job's state. A job is late once two intervals and five minutes have passed since its last run. */
export function getJobState(schedule: string, ranAt: string | null, now: number): JobState {
  if (ranAt === null) return "never";
  const allowedDelayMs = (2 * getMinutesBetweenRuns(schedule) + GRACE_MINUTES) * MINUTE_MS;
  return now - Date.parse(ranAt) > allowedDelayMs ? "late" : "on-time";
}
