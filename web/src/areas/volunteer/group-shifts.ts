import type { Shift } from "#data/events/queries.ts";

export interface GroupedShifts {
  /** Starting now or later, soonest first. */
  readonly upcomingShifts: readonly Shift[];
  /** The first upcoming shift the volunteer has joined. */
  readonly nextShift: Shift | undefined;
  /** Joined, started and not yet over. */
  readonly ongoingShifts: readonly Shift[];
  /** Joined and over, latest first. */
  readonly completedShifts: readonly Shift[];
}

const startOf = ({ startsAt }: Shift) => Date.parse(startsAt);
export const endOf = ({ endsAt }: Pick<Shift, "endsAt">) => Date.parse(endsAt);

/** Groups a volunteer's shifts by their state at a moment (VDASH-39, VDASH-40). */
export const groupShifts = (shifts: readonly Shift[], now: number): GroupedShifts => {
  const sortedShifts = shifts.toSorted((left, right) => startOf(left) - startOf(right));
  const joinedShifts = sortedShifts.filter(({ isJoined }) => isJoined);
  return {
    upcomingShifts: sortedShifts.filter((shift) => startOf(shift) >= now),
    nextShift: joinedShifts.find((shift) => startOf(shift) >= now),
    ongoingShifts: joinedShifts.filter((shift) => startOf(shift) < now && endOf(shift) >= now),
    completedShifts: joinedShifts.filter((shift) => endOf(shift) < now).toReversed(),
  };
};
