import { paths } from "#lib/paths.ts";

/** The donation's dialog in the list of donations. */
export const donationPath = (id: string): string =>
  `${paths.dashboard("donations")}?donation=${id}`;
