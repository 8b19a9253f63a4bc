import { paths } from "#lib/paths.ts";

let joining: string | null = null;

/**
 * Remembers the shift being joined, so that a login after an expired session returns to it. Null
 * clears it.
 */
export const noteJoining = (shiftId: string | null): void => {
  joining = shiftId;
};

export const takeJoinPath = (): string | null => {
  const path = joining === null ? null : paths.volunteerShift(joining);
  joining = null;
  return path;
};
