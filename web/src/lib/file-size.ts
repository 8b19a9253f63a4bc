const KILO = 1024;

/** `23 KB` or `1.4 MB`: what a download costs who is on the road. */
export const fileSize = (bytes: number): string =>
  bytes < KILO * KILO
    ? `${Math.max(1, Math.round(bytes / KILO))} KB`
    : `${(bytes / KILO / KILO).toFixed(1)} MB`;
