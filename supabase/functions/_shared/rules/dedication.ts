/** Returns the words that come before the honored person's name. */
export const getDedication = (isMemorial: boolean): string =>
  isMemorial ? "in memory of" : "in honor of";

/** Returns the words that come before the honored person's name at the start of a line. */
export const getDedicationLabel = (isMemorial: boolean): string =>
  isMemorial ? "In memory of" : "In honor of";
