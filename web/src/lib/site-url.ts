/** Returns the site's public URL without a trailing slash; empty if the build didn't set one. */
export const siteUrl = (): string =>
  String(import.meta.env["VITE_SITE_URL"] ?? "").replace(/\/$/, "");
