const KILO = 1024;

/** Formats a size in bytes as `23 KB` or `1.4 MB`. */
export const fileSize = (bytes: number): string =>
  bytes < KILO * KILO
    ? `${Math.max(1, Math.round(bytes / KILO))} KB`
    : `${(bytes / KILO / KILO).toFixed(1)} MB`;
