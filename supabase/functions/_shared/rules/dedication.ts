/** Returns the words before the name of the person to whom a gift is dedicated. */
export const dedication = (isMemorial: boolean): "in memory of" | "in honor of" =>
  isMemorial ? "in memory of" : "in honor of";
