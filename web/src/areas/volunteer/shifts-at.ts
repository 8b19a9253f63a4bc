import type { Shift } from "../../data/events/queries.ts";

export interface ShiftsAt {
  /** Start now or later, soonest first. */
  readonly upcoming: readonly Shift[];
  /** The first one that she has joined. */
  readonly next: Shift | undefined;
  /** Joined, begun and not over. */
  readonly underWay: readonly Shift[];
  /** Joined and over, latest first. */
  readonly completed: readonly Shift[];
}

const startOf = ({ startsAt }: Shift) => Date.parse(startsAt);
export const endOf = ({ endsAt }: Pick<Shift, "endsAt">) => Date.parse(endsAt);

/** How a volunteer's shifts stand at a moment (P§4). */
export const shiftsAt = (shifts: readonly Shift[], now: number): ShiftsAt => {
  const bySoonest = shifts.toSorted((left, right) => startOf(left) - startOf(right));
  const joined = bySoonest.filter(({ isJoined }) => isJoined);
  return {
    upcoming: bySoonest.filter((shift) => startOf(shift) >= now),
    next: joined.find((shift) => startOf(shift) >= now),
    underWay: joined.filter((shift) => startOf(shift) < now && endOf(shift) >= now),
    completed: joined.filter((shift) => endOf(shift) < now).toReversed(),
  };
};
