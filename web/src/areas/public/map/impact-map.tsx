import { useRef, useState, type KeyboardEvent } from "react";
import type { HomeData } from "#data/home/queries.ts";
import { number } from "#lib/format.ts";
import { cx } from "#ui/class-names.ts";
import { MAP_HEIGHT, MAP_WIDTH } from "./albers-usa.ts";
import { computeDotSize } from "./compute-dot-size.ts";
import { toPlaces, type MapPlace } from "./places.ts";
import { RegionPoints } from "./region-points.tsx";
import { SubsectionHeading } from "../sections/section-heading.tsx";
import { US_BORDERS, US_LAND } from "./us-outline.ts";

export const ImpactMap = ({ points }: { readonly points: HomeData["mapPoints"] }) => {
  const places = toPlaces(points);
  const maxPackages = places[0]?.packages ?? 1;
  const unmappedPlaces = places.filter(({ position, region }) => position === null && !region);
  return (
    <div>
      <SubsectionHeading title="Places we've reached" />
      <DotMap
        places={places.filter(({ position }) => position !== null)}
        maxPackages={maxPackages}
      />
      <RegionPoints places={places.filter(({ region }) => region)} maxPackages={maxPackages} />
      {unmappedPlaces.length > 0 && (
        <div className="mt-4">
          <h4 className="text-sm font-semibold">Not on this map</h4>
          <ul className="quiet mt-1 flex flex-wrap gap-x-5 gap-y-1 text-sm">
            {unmappedPlaces.map(({ name, packages }) => (
              <li key={name}>
                {name} <strong className="text-base-content">{number(packages)}</strong>
              </li>
            ))}
          </ul>
        </div>
      )}
      <PlaceTable places={places} />
    </div>
  );
};

const STEP_BY_KEY: Readonly<Record<string, number>> = {
  ArrowRight: 1,
  ArrowDown: 1,
  ArrowLeft: -1,
  ArrowUp: -1,
};

/** A single tab stop; the arrow keys move from the largest place to the smallest. */
const DotMap = ({
  places,
  maxPackages,
}: {
  readonly places: readonly MapPlace[];
  readonly maxPackages: number;
}) => {
  const [currentIndex, setCurrentIndex] = useState(0);
  const [shownIndex, setShownIndex] = useState<number | null>(null);
  const dotsRef = useRef<(HTMLButtonElement | null)[]>([]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Escape") setShownIndex(null);
    const step = STEP_BY_KEY[event.key];
    if (!step) return;
    event.preventDefault();
    dotsRef.current[(currentIndex + step + places.length) % places.length]?.focus();
  };
  const shownPlace = shownIndex === null ? undefined : places[shownIndex];

  return (
    <fieldset className="relative isolate">
      <legend className="sr-only">
        Map of deliveries. Use the arrow keys to move from place to place.
      </legend>
      <svg
        aria-hidden="true"
        viewBox={`0 0 ${MAP_WIDTH} ${MAP_HEIGHT}`}
        className="block h-auto w-full"
      >
        <path d={US_LAND} className="fill-base-300" />
        <path d={US_BORDERS} className="stroke-base-200 fill-none" strokeWidth="1.5" />
      </svg>
      {places.map(({ name, packages, figures, position }, index) => {
        const size = computeDotSize(packages, maxPackages);
        return (
          <button
            key={name}
            ref={(element) => {
              dotsRef.current[index] = element;
            }}
            type="button"
            aria-label={`${name}: ${figures}`}
            tabIndex={index === currentIndex ? 0 : -1}
            style={{ left: `${position?.left}%`, top: `${position?.top}%` }}
            className="absolute grid size-9 -translate-1/2 cursor-pointer place-items-center rounded-full"
            onKeyDown={onKeyDown}
            onFocus={() => {
              setCurrentIndex(index);
              setShownIndex(index);
            }}
            onBlur={() => setShownIndex(null)}
            onClick={() => setShownIndex(index)}
            onPointerEnter={() => setShownIndex(index)}
            onPointerLeave={() => setShownIndex(null)}
          >
            <span
              style={{ width: size, height: size }}
              className={cx(
                "border-base-100 block rounded-full border",
                index === shownIndex
                  ? "bg-primary dark:bg-base-content"
                  : "bg-secondary/80 dark:bg-primary/85",
              )}
            />
          </button>
        );
      })}
      {shownPlace?.position && <Tooltip place={shownPlace} position={shownPlace.position} />}
    </fieldset>
  );
};

const Tooltip = ({
  place,
  position,
}: {
  readonly place: MapPlace;
  readonly position: NonNullable<MapPlace["position"]>;
}) => (
  <div
    aria-hidden="true"
    style={{ left: `${position.left}%`, top: `${position.top}%` }}
    className={cx(
      "bg-neutral text-neutral-content shadow-card pointer-events-none absolute z-10 w-max max-w-48 rounded-lg px-3 py-2 text-sm",
      position.top > 25 ? "-translate-y-[calc(100%+1.25rem)]" : "translate-y-5",
      position.left > 66 && "-translate-x-full",
      position.left > 33 && position.left <= 66 && "-translate-x-1/2",
    )}
  >
    <p className="font-semibold">{place.name}</p>
    <p>{place.figures}</p>
  </div>
);

const PlaceTable = ({ places }: { readonly places: readonly MapPlace[] }) => (
  <details className="mt-2 sm:mt-4">
    <summary className="w-max cursor-pointer text-sm font-semibold underline underline-offset-4">
      Show as a table
    </summary>
    <div className="mt-3">
      <table className="table-sm table">
        <caption className="sr-only">Deliveries by place</caption>
        <thead>
          <tr className="text-base-content">
            <th scope="col">Place</th>
            <th scope="col" className="text-right">
              Packages
            </th>
            <th scope="col" className="text-right">
              Families
            </th>
          </tr>
        </thead>
        <tbody>
          {places.map(({ name, packages, families }) => (
            <tr key={name}>
              <th scope="row" className="font-normal">
                {name}
              </th>
              <td className="text-right tabular-nums">{number(packages)}</td>
              <td className="text-right tabular-nums">{families === 0 ? "–" : number(families)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  </details>
);
