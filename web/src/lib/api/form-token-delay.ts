/**
 * The server rejects form tokens that are less than three seconds old. The extra time makes up for imprecise clocks.
 */
export const FORM_TOKEN_DELAY_MS = 3100;
