/** Number of grid lines above the baseline. */
export const GRID_LINE_COUNT = 4;

const ROUND_NUMBERS = [1, 1.5, 2, 2.5, 3, 4, 5, 7.5, 10];

/** Returns the smallest round step at which `GRID_LINE_COUNT` grid lines reach the highest bar. */
export const computeAxisStep = (highestValue: number): number => {
  const minStep = Math.max(highestValue, GRID_LINE_COUNT) / GRID_LINE_COUNT;
  const powerOfTen = 10 ** Math.floor(Math.log10(minStep));
  return (
    (ROUND_NUMBERS.find((roundNumber) => roundNumber * powerOfTen >= minStep) ?? 10) * powerOfTen
  );
};
