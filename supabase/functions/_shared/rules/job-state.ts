const MINUTE = 60_000;
const HOUR_OF_MINUTES = 60;
const DAY_OF_MINUTES = 1440;
/** A run takes its time, and the clock of the database may differ. */
const GRACE_MINUTES = 5;

/** How many minutes lie between two runs at most, of the schedules that are used here. */
export function minutesBetweenRuns(schedule: string): number {
  const [minute = "*", hour = "*"] = schedule.split(" ");
  if (hour !== "*") return DAY_OF_MINUTES;
  if (minute === "*") return 1;
  const step = /^\*\/(\d+)$/.exec(minute)?.[1];
  return step === undefined ? HOUR_OF_MINUTES / minute.split(",").length : Number(step);
}

export type JobState = "on-time" | "late" | "never";

interface JobRun {
  readonly schedule: string;
  readonly ranAt: string | null;
  /** When it was set up; null where nobody noted it. */
  readonly addedAt: string | null;
}

/** Late, or set up so long ago that it would have run by now. */
export const isOverdue = ({ schedule, ranAt, addedAt }: JobRun, now: number): boolean =>
  jobState(schedule, ranAt ?? addedAt, now) !== "on-time";

/** Late is what has left out a run. */
export function jobState(schedule: string, ranAt: string | null, now: number): JobState {
  if (ranAt === null) return "never";
  const allowed = (2 * minutesBetweenRuns(schedule) + GRACE_MINUTES) * MINUTE;
  return now - Date.parse(ranAt) > allowed ? "late" : "on-time";
}
