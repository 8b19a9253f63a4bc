/** A form token counts no earlier than three seconds after the server has made it; and the clocks' ticks besides. */
export const RIPE_AFTER_MS = 3100;
