import type { HomeData } from "#data/home/queries.ts";
import { countWithNoun } from "#lib/format.ts";
import { MAP_HEIGHT, MAP_WIDTH, project } from "./albers-usa.ts";

type MapPoint = HomeData["mapPoints"][number];

export interface MapPlace {
  readonly name: string;
  readonly packages: number;
  readonly families: number;
  readonly figures: string;
  /** For military mail, only the region is public. */
  readonly region: MapPoint["region"];
  /** Percentages of the map's width and height; null outside the map. */
  readonly position: { readonly left: number; readonly top: number } | null;
}

/** Capitalizes a region such as `the Middle East`, so that it can stand alone outside a sentence. */
export const capitalizeRegion = (region: string): string =>
  region.charAt(0).toUpperCase() + region.slice(1);

const getName = ({ city, state, region }: MapPoint): string =>
  region ? capitalizeRegion(region) : [city, state].filter(Boolean).join(", ") || "Unnamed place";

const getPosition = ({ latitude, longitude }: MapPoint): MapPlace["position"] => {
  if (latitude === null || longitude === null) return null;
  const point = project(latitude, longitude);
  return point && { left: (point.x / MAP_WIDTH) * 100, top: (point.y / MAP_HEIGHT) * 100 };
};

/** Leaves out the number of families if it's 0, because boxes for service members and veterans don't go to families. */
const formatFigures = ({ packages, families }: MapPoint): string => {
  const packageCount = countWithNoun(packages, "package", "packages");
  return families === 0
    ? packageCount
    : `${packageCount}, ${countWithNoun(families, "family", "families")}`;
};

/**
 * Returns cities, states and regions only, the largest first. Units and streets never appear on the
 * map.
 */
export const toPlaces = (points: readonly MapPoint[]): MapPlace[] =>
  points
    .map((point) => ({
      name: getName(point),
      packages: point.packages,
      families: point.families,
      figures: formatFigures(point),
      region: point.region,
      position: getPosition(point),
    }))
    .sort((a, b) => b.packages - a.packages);
