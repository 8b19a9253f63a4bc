/** Multiplies the number of random rounds. `npm run verify:random` runs ten times as many as `npm test`. */
export const rounds = (testRounds: number): number =>
  process.env.RANDOM_ROUNDS === "long" ? testRounds * 10 : testRounds;

/** The first seed of random tests. `npm test` sets and prints a new one for each run, and `TEST_SEED` repeats a run. */
export const firstSeed = Number(process.env.TEST_SEED ?? 1);
