const KILOBYTE = 1024;

/** Formats a size in bytes as `23 KB` or `1.4 MB`. */
export const formatFileSize = (bytes: number): string =>
  bytes < KILOBYTE * KILOBYTE
    ? `${Math.max(1, Math.round(bytes / KILOBYTE))} KB`
    : `${(bytes / KILOBYTE / KILOBYTE).toFixed(1)} MB`;
