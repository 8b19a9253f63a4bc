/** Returns the words before the name of the person to whom a gift is dedicated. */
export const dedication = (isMemorial: boolean): string =>
  isMemorial ? "in memory of" : "in honor of";

/** Returns the same words for the start of a line. */
export const dedicationLabel = (isMemorial: boolean): string =>
  isMemorial ? "In memory of" : "In honor of";
