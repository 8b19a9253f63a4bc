export const MAP_WIDTH = 975;
export const MAP_HEIGHT = 610;
const SCALE = 1300;

interface Region {
  readonly contains: (latitude: number, longitude: number) => boolean;
  readonly parallels: readonly [south: number, north: number];
  readonly meridian: number;
  /** The point that is drawn at `position`. Its longitude is relative to the meridian. */
  readonly center: readonly [longitude: number, latitude: number];
  readonly scale: number;
  readonly position: readonly [x: number, y: number];
}

const [MIDDLE_X, MIDDLE_Y] = [MAP_WIDTH / 2, MAP_HEIGHT / 2];

/** Alaska and Hawaii are drawn below the Southwest, as usual on US maps. */
const REGIONS: readonly Region[] = [
  {
    contains: (latitude, longitude) =>
      latitude > 24 && latitude < 50 && longitude > -125 && longitude < -66,
    parallels: [29.5, 45.5],
    meridian: -96,
    center: [-0.6, 38.7],
    scale: SCALE,
    position: [MIDDLE_X, MIDDLE_Y],
  },
  {
    contains: (latitude, longitude) =>
      latitude > 51 && latitude < 72 && longitude > -180 && longitude < -129,
    parallels: [55, 65],
    meridian: -154,
    center: [-2, 58.5],
    scale: SCALE * 0.35,
    position: [MIDDLE_X - SCALE * 0.307, MIDDLE_Y + SCALE * 0.201],
  },
  {
    contains: (latitude, longitude) =>
      latitude > 18 && latitude < 23 && longitude > -161 && longitude < -154,
    parallels: [8, 18],
    meridian: -157,
    center: [-3, 19.9],
    scale: SCALE,
    position: [MIDDLE_X - SCALE * 0.205, MIDDLE_Y + SCALE * 0.212],
  },
];

const toRadians = (degrees: number) => (degrees * Math.PI) / 180;

/** Albers' equal-area conic projection. */
const projectAlbers = (
  [south, north]: Region["parallels"],
  longitude: number,
  latitude: number,
) => {
  const sine = Math.sin(toRadians(south));
  const n = (sine + Math.sin(toRadians(north))) / 2;
  const c = 1 + sine * (2 * n - sine);
  const radius = Math.sqrt(c - 2 * n * Math.sin(toRadians(latitude))) / n;
  const angle = toRadians(longitude) * n;
  return { x: radius * Math.sin(angle), y: Math.sqrt(c) / n - radius * Math.cos(angle) };
};

/** Returns a place's position on the map in pixels; null outside the fifty states. */
export const project = (latitude: number, longitude: number): { x: number; y: number } | null => {
  const region = REGIONS.find(({ contains }) => contains(latitude, longitude));
  if (!region) return null;
  const { parallels, meridian, center, scale, position } = region;
  const origin = projectAlbers(parallels, ...center);
  const point = projectAlbers(parallels, longitude - meridian, latitude);
  return {
    x: position[0] + scale * (point.x - origin.x),
    y: position[1] - scale * (point.y - origin.y),
  };
};
