/** Number of grid lines above the baseline. */
export const STEPS = 4;

const ROUND_NUMBERS = [1, 1.5, 2, 2.5, 3, 4, 5, 7.5, 10];

/** Returns the smallest round step at which `STEPS` grid lines reach the highest bar. */
export const axisStep = (highest: number): number => {
  const least = Math.max(highest, STEPS) / STEPS;
  const power = 10 ** Math.floor(Math.log10(least));
  return (ROUND_NUMBERS.find((resetKey) => resetKey * power >= least) ?? 10) * power;
};
