import { paths } from "#lib/paths.ts";

let shiftToJoin: string | null = null;

/**
 * Remembers the shift being joined, so that a login after an expired session returns to it. Call with null to forget
 * the shift.
 */
export const rememberShiftToJoin = (shiftId: string | null): void => {
  shiftToJoin = shiftId;
};

export const takeJoinPath = (): string | null => {
  const path = shiftToJoin === null ? null : paths.volunteerShift(shiftToJoin);
  shiftToJoin = null;
  return path;
};
