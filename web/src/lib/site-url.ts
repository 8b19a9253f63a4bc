/** Address visitors use, without a slash at the end; empty where the build was not told. */
export const siteUrl = (): string =>
  String(import.meta.env["VITE_SITE_URL"] ?? "").replace(/\/$/, "");
