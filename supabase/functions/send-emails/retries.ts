const SECONDS_PER_MINUTE = 60;
const HOUR_SECONDS = 60 * SECONDS_PER_MINUTE;

/**
 * The delays between attempts. The last attempt is almost two days after the first. If it fails, the email counts as
 * failed.
 */
const DELAYS_SECONDS = [
  SECONDS_PER_MINUTE,
  5 * SECONDS_PER_MINUTE,
  30 * SECONDS_PER_MINUTE,
  2 * HOUR_SECONDS,
  6 * HOUR_SECONDS,
  12 * HOUR_SECONDS,
  24 * HOUR_SECONDS,
];

/** Returns the seconds until the next attempt, after the given number of failed attempts. */
export const getDelaySeconds = (attempts: number): number | undefined =>
  DELAYS_SECONDS[attempts - 1];
