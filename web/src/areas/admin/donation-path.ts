import { paths } from "#lib/paths.ts";

/** Returns the path that opens a donation's dialog over the list of donations. */
export const donationPath = (id: string): string =>
  `${paths.dashboard("donations")}?donation=${id}`;
