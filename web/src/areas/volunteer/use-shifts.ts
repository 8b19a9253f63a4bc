import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { invalidateShifts, type Shift, useOwnEvents } from "#data/events/mutations.ts";
import { useTickingNow } from "#lib/time/ticking-now.ts";
import { getEnd, groupShifts, type GroupedShifts } from "./group-shifts.ts";
import { useLogOutIfClosed } from "./use-log-out-if-closed.ts";

export interface Shifts extends GroupedShifts {
  readonly query: ReturnType<typeof useOwnEvents>;
  /** False while it isn't known which shifts the volunteer has joined. */
  readonly areSignUpsKnown: boolean;
  /** True if the volunteer hasn't chosen a shift yet. */
  readonly hasNoShifts: boolean;
}

const NO_SHIFTS: readonly Shift[] = [];

/** Returns the volunteer's shifts grouped by their state, which is updated as time passes. */
export const useShifts = (volunteerId: string): Shifts => {
  const queryClient = useQueryClient();
  const query = useOwnEvents(volunteerId);
  useLogOutIfClosed(query.error);
  const now = useTickingNow();
  const shifts = query.data?.shifts ?? NO_SHIFTS;
  const areSignUpsKnown = query.data?.areSignUpsKnown ?? false;
  const groupedShifts = groupShifts(shifts, now);

  // A shift has ended since the last fetch, so its hours are missing.
  const hasNewlyEndedShift = groupedShifts.completedShifts.some(
    (shift) => getEnd(shift) > query.dataUpdatedAt,
  );
  useEffect(() => {
    if (hasNewlyEndedShift) void invalidateShifts(queryClient);
  }, [hasNewlyEndedShift, queryClient]);

  const hasNoShifts =
    areSignUpsKnown &&
    shifts.every(({ isJoined, waitlistPosition }) => !isJoined && !waitlistPosition);
  return { ...groupedShifts, query, areSignUpsKnown, hasNoShifts };
};
