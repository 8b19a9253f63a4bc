const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** From one try to the next; after the last one nobody tries again. An outage of two days loses nothing. */
const DELAYS = [MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 6 * HOUR, 12 * HOUR, 24 * HOUR];

/** Seconds until the next try of a mail that so many have failed for. */
export const delayAfter = (attempts: number): number | undefined => DELAYS[attempts - 1];
