import { packagesFromDollars } from "#rules/care-packages.ts";
import type { GivingTerms } from "../data/home/queries.ts";
import { number } from "../lib/format.ts";

/** Returns `2 complete care packages`, or the share of one for a smaller gift. */
export const packagesText = (amount: number, { packagePrice }: GivingTerms): string => {
  const packages = packagesFromDollars(amount, packagePrice);
  if (packages > 0) return `${number(packages)} complete care package${packages === 1 ? "" : "s"}`;
  const percent = Math.max(1, Math.floor((amount / packagePrice) * 100));
  return `${percent === 50 ? "half" : `${percent}%`} of a care package`;
};
