import { DELIVERY_REGIONS } from "#contracts/choices.ts";
import { OVERSEAS } from "#contracts/limits.ts";
import { number } from "#lib/format.ts";
import { computeDotSize } from "./compute-dot-size.ts";
import { capitalizeRegion, type MapPlace } from "./places.ts";

interface RegionPointsProps {
  readonly places: readonly MapPlace[];
  readonly maxPackages: number;
}

/**
 * Lists the regions below the map, so that their position doesn't reveal where the packages went.
 */
export const RegionPoints = ({ places, maxPackages }: RegionPointsProps) => {
  const overseasPlace = places.find(({ region }) => region === OVERSEAS);
  if (places.length === 0) return null;
  return (
    <div className="border-base-300 mt-2 border-t pt-4">
      <h4 className="text-sm font-semibold">By military mail</h4>
      <ul className="mt-1 flex flex-wrap gap-x-4 gap-y-0.5 text-sm sm:mt-2 sm:grid sm:grid-cols-3 sm:gap-x-3 sm:gap-y-1">
        {DELIVERY_REGIONS.map((name) => {
          const place = places.find(({ region }) => region === name);
          return (
            <li key={name} className="flex items-center gap-2 sm:min-h-11">
              <RegionDot size={place && computeDotSize(place.packages, maxPackages)} />
              <span className="leading-tight">
                {capitalizeRegion(name)}{" "}
                <strong className="tabular-nums sm:block">
                  {place ? number(place.packages) : "–"}
                </strong>
              </span>
            </li>
          );
        })}
      </ul>
      <p className="quiet mt-2 text-xs sm:text-sm">
        {overseasPlace && (
          <>
            Other packages sent overseas, too few to list by region:{" "}
            <strong className="text-base-content tabular-nums">
              {number(overseasPlace.packages)}
            </strong>
            .{" "}
          </>
        )}
        To keep people safe, we show only the region and update the numbers two weeks after each
        month ends.
      </p>
    </div>
  );
};

const RegionDot = ({ size }: { readonly size: number | undefined }) => (
  <span aria-hidden="true" className="grid size-9 shrink-0 place-items-center max-sm:hidden">
    {size === undefined ? (
      <span className="border-base-content/40 block size-2.5 rounded-full border" />
    ) : (
      <span
        style={{ width: size, height: size }}
        className="bg-secondary/80 dark:bg-primary/85 border-base-100 block rounded-full border"
      />
    )}
  </span>
);
