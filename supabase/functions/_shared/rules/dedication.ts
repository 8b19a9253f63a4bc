/** Returns the words that come before the honored person's name. */
export const dedication = (isMemorial: boolean): string =>
  isMemorial ? "in memory of" : "in honor of";

/** Returns the same words for the start of a line. */
export const dedicationLabel = (isMemorial: boolean): string =>
  isMemorial ? "In memory of" : "In honor of";
