/**
 * A short name for the place where a donation link appears, such as `newsletter` or `spring-gala`: lowercase letters,
 * digits and hyphens, at most 40 characters. The pattern has its own file, so that pages that don't need it don't load
 * it.
 */
export const DONATION_SOURCE_PATTERN = /^[a-z0-9]([a-z0-9-]{0,38}[a-z0-9])?$/;
