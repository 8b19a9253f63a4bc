/**
 * The server rejects form tokens younger than three seconds. The extra time allows for clock
 * resolution.
 */
export const FORM_TOKEN_DELAY_MS = 3100;
