/** The server rejects form tokens younger than three seconds; the rest allows for clock resolution. */
export const RIPE_AFTER_MS = 3100;
