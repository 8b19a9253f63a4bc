import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import atlas from "us-atlas/states-albers-10m.json" with { type: "json" };
import { measureArea, buildSvgPath, simplify, type MapPoint } from "./simplify.ts";

/*
 * `npm run map` draws the outline of the impact map from us-atlas (US Census Bureau, public
 * domain), in d3's Albers USA projection at 975 × 610 pixels, simplified to the detail a page can
 * show.
 */

const TOLERANCE_PX = 1.1;
const MIN_ISLAND_AREA = 12;

const { scale, translate } = atlas.transform;

/** Decodes a TopoJSON arc, whose points are quantized deltas. */
const decodeArc = (arc: readonly number[][]): MapPoint[] => {
  let [x, y] = [0, 0];
  return arc.map(([dx = 0, dy = 0]): MapPoint => {
    x += dx;
    y += dy;
    return [x * scale[0]! + translate[0]!, y * scale[1]! + translate[1]!];
  });
};

/**
 * Simplifies an arc. A closed arc is simplified in two halves, because `simplify` removes every point between identical
 * ends.
 */
const simplifyArc = (arc: readonly MapPoint[]): MapPoint[] => {
  const middle = Math.floor(arc.length / 2);
  const [firstPoint, lastPoint] = [arc[0]!, arc.at(-1)!];
  if (firstPoint[0] !== lastPoint[0] || firstPoint[1] !== lastPoint[1])
    return simplify(arc, TOLERANCE_PX);
  const firstHalf = simplify(arc.slice(0, middle + 1), TOLERANCE_PX);
  return [...firstHalf.slice(0, -1), ...simplify(arc.slice(middle), TOLERANCE_PX)];
};

const arcs = atlas.arcs.map((arc) => simplifyArc(decodeArc(arc)));

/** Joins arcs into a ring. A negative index means that the arc is reversed. */
const joinArcs = (indexes: readonly number[]): MapPoint[] =>
  indexes.flatMap((index) => (index < 0 ? arcs[~index]!.toReversed() : arcs[index]!));

const nationArcs = atlas.objects.nation.geometries.flatMap(({ arcs }) => arcs);
const landPath = nationArcs
  .flat()
  .map(joinArcs)
  .filter((ring) => measureArea(ring) >= MIN_ISLAND_AREA)
  .map((ring) => buildSvgPath(ring, true))
  .join("");

const stateCountByArc = new Map<number, number>();
for (const { arcs } of atlas.objects.states.geometries) {
  for (const index of (arcs as number[][]).flat(2)) {
    const arcIndex = index < 0 ? ~index : index;
    stateCountByArc.set(arcIndex, (stateCountByArc.get(arcIndex) ?? 0) + 1);
  }
}
const borderPath = arcs
  .filter((_, index) => stateCountByArc.get(index) === 2)
  .map((arc) => buildSvgPath(arc, false))
  .join("");

const file = fileURLToPath(new URL("../src/areas/public/map/us-outline.ts", import.meta.url));
writeFileSync(
  file,
  `// Written by \`npm run map\` from us-atlas. Its pixels are those of albers-usa.ts.
export const US_LAND =
  "${landPath}";

export const US_BORDERS =
  "${borderPath}";
`,
);
