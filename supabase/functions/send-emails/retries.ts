const MINUTE_SECONDS = 60;
const HOUR_SECONDS = 60 * MINUTE_SECONDS;

/**
 * The delays between attempts. The last attempt is almost two days after the first. If it fails, the email counts as
 * failed.
 */
const DELAYS_SECONDS = [
  MINUTE_SECONDS,
  5 * MINUTE_SECONDS,
  30 * MINUTE_SECONDS,
  2 * HOUR_SECONDS,
  6 * HOUR_SECONDS,
  12 * HOUR_SECONDS,
  24 * HOUR_SECONDS,
];

/** Returns the seconds until the next attempt, after the given number of failed attempts. */
export const getDelaySeconds = (attempts: number): number | undefined =>
  DELAYS_SECONDS[attempts - 1];
