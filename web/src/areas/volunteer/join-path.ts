import { paths } from "../../lib/paths.ts";

let joining: string | null = null;

/** The shift that is being joined, so that a session that ends meanwhile can come back to it; null when it is done. */
export const noteJoining = (shiftId: string | null): void => {
  joining = shiftId;
};

export const takeJoinPath = (): string | null => {
  const path = joining === null ? null : paths.volunteerShift(joining);
  joining = null;
  return path;
};
