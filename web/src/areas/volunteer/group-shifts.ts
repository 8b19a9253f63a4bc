import type { Shift } from "#data/events/mutations.ts";

export interface GroupedShifts {
  /** Starting now or later, soonest first. */
  readonly upcomingShifts: readonly Shift[];
  /** The first upcoming shift the volunteer has joined. */
  readonly nextShift: Shift | undefined;
  /** Joined, started and not yet over. */
  readonly ongoingShifts: readonly Shift[];
  /** Joined and over, latest first. */
  readonly completedShifts: readonly Shift[];
  /** Joined or waited for, but canceled before they were over, soonest first. */
  readonly canceledShifts: readonly Shift[];
  /** The completed shifts and those that were canceled, latest first. */
  readonly pastShifts: readonly Shift[];
}

const getStart = ({ startsAt }: Shift) => Date.parse(startsAt);
export const getEnd = ({ endsAt }: Pick<Shift, "endsAt">) => Date.parse(endsAt);

/** Groups a volunteer's shifts by their state at a given time (VDASH-39, VDASH-40). */
export const groupShifts = (shifts: readonly Shift[], now: number): GroupedShifts => {
  const allShifts = shifts.toSorted((left, right) => getStart(left) - getStart(right));
  const sortedShifts = allShifts.filter(({ isCanceled }) => !isCanceled);
  const joinedShifts = sortedShifts.filter(({ isJoined }) => isJoined);
  return {
    upcomingShifts: sortedShifts.filter((shift) => getStart(shift) >= now),
    nextShift: joinedShifts.find((shift) => getStart(shift) >= now),
    ongoingShifts: joinedShifts.filter((shift) => getStart(shift) < now && getEnd(shift) >= now),
    completedShifts: joinedShifts.filter((shift) => getEnd(shift) < now).toReversed(),
    canceledShifts: allShifts.filter((shift) => shift.isCanceled && getEnd(shift) >= now),
    pastShifts: allShifts.filter((shift) => shift.isJoined && getEnd(shift) < now).toReversed(),
  };
};
