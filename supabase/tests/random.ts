/** `npm run verify:random` plays ten times as many rounds as `npm test`. */
export const rounds = (inTest: number): number =>
  process.env.RANDOM_ROUNDS === "long" ? inTest * 10 : inTest;

/** Each run plays different rounds; `TEST_SEED`, which it prints, repeats them. */
export const firstSeed = Number(process.env.TEST_SEED ?? 1);
