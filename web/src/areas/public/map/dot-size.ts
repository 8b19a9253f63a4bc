const SMALLEST = 9;
const LARGEST = 34;

/** Returns the diameter in pixels. A dot's area, not its width, is proportional to its packages. */
export const dotSize = (packages: number, largest: number): number =>
  Math.max(SMALLEST, Math.round(LARGEST * Math.sqrt(packages / largest)));
