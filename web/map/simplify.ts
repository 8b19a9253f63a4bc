export type MapPoint = readonly [x: number, y: number];

const distanceToSegment = ([x, y]: MapPoint, [ax, ay]: MapPoint, [bx, by]: MapPoint): number => {
  const [dx, dy] = [bx - ax, by - ay];
  const length = dx * dx + dy * dy;
  const position = length === 0 ? 0 : ((x - ax) * dx + (y - ay) * dy) / length;
  const clampedPosition = Math.min(1, Math.max(0, position));
  return Math.hypot(x - (ax + clampedPosition * dx), y - (ay + clampedPosition * dy));
};

/**
 * Simplifies with the Douglas–Peucker algorithm. The ends stay in place, so adjoining lines
 * still meet.
 */
export const simplify = (line: readonly MapPoint[], tolerance: number): MapPoint[] => {
  const [first, last] = [line[0]!, line.at(-1)!];
  let farthest = 0;
  let distance = 0;
  for (let index = 1; index < line.length - 1; index += 1) {
    const current = distanceToSegment(line[index]!, first, last);
    if (current > distance) [farthest, distance] = [index, current];
  }
  if (distance <= tolerance) return [first, last];
  const start = simplify(line.slice(0, farthest + 1), tolerance);
  return [...start.slice(0, -1), ...simplify(line.slice(farthest), tolerance)];
};

export const area = (ring: readonly MapPoint[]): number =>
  Math.abs(
    ring.reduce((sum, [x, y], index) => {
      const [nextX, nextY] = ring[(index + 1) % ring.length]!;
      return sum + x * nextY - nextX * y;
    }, 0) / 2,
  );

/** Returns an SVG path of relative moves in whole pixels. */
export const svgPath = (line: readonly MapPoint[], isClosed: boolean): string => {
  const [start, ...rest] = line.map(([x, y]): MapPoint => [Math.round(x), Math.round(y)]);
  let [x, y] = start!;
  const steps = rest.flatMap(([nextX, nextY]) => {
    const [dx, dy] = [nextX - x, nextY - y];
    [x, y] = [nextX, nextY];
    return dx === 0 && dy === 0 ? [] : [`${dx}${dy < 0 ? "" : " "}${dy}`];
  });
  if (steps.length === 0) return "";
  const joinedSteps = steps.reduce(
    (path, step) => `${path}${step.startsWith("-") ? "" : " "}${step}`,
  );
  return `M${start!.join(" ")}l${joinedSteps}${isClosed ? "z" : ""}`;
};
