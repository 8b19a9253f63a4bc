import type { Shift } from "#data/events/queries.ts";

export interface GroupedShifts {
  /** Starting now or later, soonest first. */
  readonly upcoming: readonly Shift[];
  /** The first upcoming shift the volunteer has joined. */
  readonly next: Shift | undefined;
  /** Joined, started and not yet over. */
  readonly ongoing: readonly Shift[];
  /** Joined and over, latest first. */
  readonly completed: readonly Shift[];
}

const startOf = ({ startsAt }: Shift) => Date.parse(startsAt);
export const endOf = ({ endsAt }: Pick<Shift, "endsAt">) => Date.parse(endsAt);

/** Groups a volunteer's shifts by their state at a moment (VDASH-39, VDASH-40). */
export const groupShifts = (shifts: readonly Shift[], now: number): GroupedShifts => {
  const bySoonest = shifts.toSorted((left, right) => startOf(left) - startOf(right));
  const joined = bySoonest.filter(({ isJoined }) => isJoined);
  return {
    upcoming: bySoonest.filter((shift) => startOf(shift) >= now),
    next: joined.find((shift) => startOf(shift) >= now),
    ongoing: joined.filter((shift) => startOf(shift) < now && endOf(shift) >= now),
    completed: joined.filter((shift) => endOf(shift) < now).toReversed(),
  };
};
