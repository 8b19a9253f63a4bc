const MIN_DIAMETER = 9;
const MAX_DIAMETER = 34;

/** Returns the diameter in pixels. A dot's area, not its width, is proportional to its packages. */
export const computeDotSize = (packages: number, maxPackages: number): number =>
  Math.max(MIN_DIAMETER, Math.round(MAX_DIAMETER * Math.sqrt(packages / maxPackages)));
