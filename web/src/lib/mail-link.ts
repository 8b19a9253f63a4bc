/**
 * Returns the link that writes to an address. In a link, `?`, `&`, `#` and `%` have meanings that they don't have in an
 * address.
 */
export const createMailLink = (email: string): string =>
  `mailto:${email.replace(/[%?#&]/g, encodeURIComponent)}`;
