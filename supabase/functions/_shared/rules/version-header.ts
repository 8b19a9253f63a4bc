/** Only responses to requests with HEALTH_TOKEN have this header. */
export const VERSION_HEADER = "X-Version";
