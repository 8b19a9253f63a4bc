/** Whether this run takes its time, as `npm run test:all` does. */
export const isLongRun = process.env.RANDOM_ROUNDS === "long";

/** Returns the number of random rounds. `npm run test:all` runs more than `npm test`, by default ten times as many. */
export const getRoundCount = (
  testRoundCount: number,
  longRoundCount = testRoundCount * 10,
): number => (isLongRun ? longRoundCount : testRoundCount);

/** The first seed of random tests. `npm test` sets and prints a new one for each run, and `TEST_SEED` repeats a run. */
export const firstSeed = Number(process.env.TEST_SEED ?? 1);

/** Returns a repeatable random number generator. */
export function createRandomGenerator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}
