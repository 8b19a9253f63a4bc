/**
 * The visitor's headers that the CDN forwards to the project: those that the functions and Storage read, and those that
 * describe the body. Any other header only takes up room: proxies in front of the visitor add forwarding headers, and
 * the project's own CDN refuses a request whose headers are too long (431, 520) or doubled (400).
 */
const FORWARDED_HEADERS: ReadonlySet<string> = new Set([
  "accept",
  "accept-encoding",
  "accept-language",
  "access-control-request-headers",
  "access-control-request-method",
  "apikey",
  "authorization",
  "content-length",
  "content-type",
  "idempotency-key",
  "if-modified-since",
  "if-none-match",
  "if-range",
  "origin",
  "range",
  "user-agent",
  "x-form-token",
  "x-gift-session",
  "x-request-id",
]);

export const isForwardedHeader = (name: string): boolean =>
  FORWARDED_HEADERS.has(name.toLowerCase());
