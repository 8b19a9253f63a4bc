import type { HomeData } from "#data/home/queries.ts";
import { money, moneyWithCents } from "#lib/format.ts";
import { QuiltPattern } from "../art/quilt-pattern.tsx";

/** The parcels' colors, in order. The cardboard behind them is the same in dark mode. */
const PARCEL_COLORS = [
  "bg-[#2b4a70]",
  "bg-[#a8412f]",
  "bg-[#d5a548]",
  "bg-[#2f6b4f]",
  "bg-[#8a5f7c]",
];
const getParcelColor = (index: number) => PARCEL_COLORS[index % PARCEL_COLORS.length];

/** A flap of the open box, seen edge-on. */
const Flap = ({ className }: { readonly className: string }) => (
  <svg viewBox="0 0 30 30" className={`absolute bottom-full size-7.5 ${className}`}>
    <path d="M30 30 6 2 0 8l22 22Z" fill="#c79a66" />
  </svg>
);

const Envelope = () => (
  <svg viewBox="0 0 84 52" className="absolute -top-5 left-[9%] w-21 -rotate-6">
    <rect width="84" height="52" rx="3" fill="#fffaf0" stroke="#d9c9a8" />
    <path d="m2 3 40 25L82 3" fill="none" stroke="#d9c9a8" strokeWidth="2.5" />
    <path d="M42 22c-9-6-13-10-13-15 0-6 9-8 13-2 4-6 13-4 13 2 0 5-4 9-13 15Z" fill="#a8412f" />
  </svg>
);

/** The smallest share for which a parcel is wide enough to show its price. */
const MIN_SHARE_FOR_PRICE = 0.2;

export type PackageCostsProps = Pick<HomeData["settings"], "packageCosts" | "packagePrice">;

/** Draws the costs of a package as parcels in an open box, each as wide as its share. */
export const PackageCosts = ({ packageCosts, packagePrice }: PackageCostsProps) => (
  <div className="grid gap-x-12 gap-y-3 lg:grid-cols-[1fr_2.6fr] lg:items-center">
    <div>
      <h2 className="font-display text-heading font-semibold">
        Where the {money(packagePrice)} goes
      </h2>
      <p className="quiet mt-2 max-lg:hidden">What one box costs us, to the cent.</p>
    </div>
    <div>
      <div
        aria-hidden="true"
        className="relative mx-6 mt-6 flex h-22 gap-1 rounded-b-lg border-x-8 border-b-8 border-[#c79a66] bg-[#6f4d2b] px-1 pt-3 lg:h-26"
      >
        <Flap className="-left-7.5" />
        <Flap className="-right-7.5 -scale-x-100" />
        <Envelope />
        {packageCosts.map(({ label, amount }, index) => (
          <div
            key={label}
            style={{ flexGrow: amount }}
            className={`relative grid basis-0 place-items-center overflow-hidden rounded-t ${getParcelColor(index)}`}
          >
            <QuiltPattern className="absolute inset-0 text-white opacity-20" size={44} />
            {amount >= packagePrice * MIN_SHARE_FOR_PRICE && (
              <b className="relative rounded-sm bg-[#fffaf0] px-2 text-sm text-[#1a2740]">
                {moneyWithCents(amount)}
              </b>
            )}
          </div>
        ))}
      </div>
      <ul className="mt-3 grid gap-x-5 gap-y-1.5 sm:grid-cols-2 xl:flex xl:flex-wrap xl:justify-between">
        {packageCosts.map(({ label, amount }, index) => (
          <li key={label} className="flex items-baseline gap-x-2.5 xl:grid xl:grid-cols-[auto_1fr]">
            <span
              aria-hidden="true"
              className={`size-3.5 shrink-0 rounded-xs border border-[#c79a66] ${getParcelColor(index)}`}
            />
            <span className="quiet flex-1 xl:order-1 xl:col-span-2">{label}</span>
            <strong className="tabular-nums">{moneyWithCents(amount)}</strong>
          </li>
        ))}
      </ul>
    </div>
  </div>
);
