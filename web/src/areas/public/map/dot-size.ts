const SMALLEST = 9;
const LARGEST = 34;

/** Pixels. The area of a dot, not its width, stands for its packages. */
export const dotSize = (packages: number, most: number): number =>
  Math.max(SMALLEST, Math.round(LARGEST * Math.sqrt(packages / most)));
