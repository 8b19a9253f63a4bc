/** Returns the words that come before the honored person's name. */
export const getDedication = (isMemorial: boolean): string =>
  isMemorial ? "in memory of" : "in honor of";

/** Explains the field for the name, because donors often repeat the words before it. */
export const describeDedication = (isMemorial: boolean, name: string): string =>
  `Reads “${getDedication(isMemorial)} ${name.trim() || "___"}”.`;

/** Returns the words that come before the honored person's name at the start of a line. */
export const getDedicationLabel = (isMemorial: boolean): string =>
  isMemorial ? "In memory of" : "In honor of";
