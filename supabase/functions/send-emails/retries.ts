const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** Delays between attempts. An email is given up after the last one, almost two days later. */
const DELAYS = [MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 6 * HOUR, 12 * HOUR, 24 * HOUR];

/** Returns the seconds until the next attempt after that many failures. */
export const delayAfter = (attempts: number): number | undefined => DELAYS[attempts - 1];
