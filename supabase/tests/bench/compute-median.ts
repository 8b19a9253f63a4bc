/** Returns the median, because times on shared machines have many outliers. */
export const computeMedian = (values: readonly number[]): number =>
  values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)] ?? Number.NaN;
