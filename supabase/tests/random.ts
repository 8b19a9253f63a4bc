/** Multiplies the number of random rounds. `npm run verify:random` runs ten times as many as `npm test`. */
export const rounds = (inTest: number): number =>
  process.env.RANDOM_ROUNDS === "long" ? inTest * 10 : inTest;

/** The first seed of random tests. `npm test` sets and prints a new one for each run, and `TEST_SEED` repeats a run. */
export const firstSeed = Number(process.env.TEST_SEED ?? 1);
