export type MapPoint = readonly [x: number, y: number];

const measureDistanceToSegment = (
  [x, y]: MapPoint,
  [ax, ay]: MapPoint,
  [bx, by]: MapPoint,
): number => {
  const [dx, dy] = [bx - ax, by - ay];
  const squaredLength = dx * dx + dy * dy;
  const position = squaredLength === 0 ? 0 : ((x - ax) * dx + (y - ay) * dy) / squaredLength;
  const clampedPosition = Math.min(1, Math.max(0, position));
  return Math.hypot(x - (ax + clampedPosition * dx), y - (ay + clampedPosition * dy));
};

/**
 * Simplifies a line with the Douglas–Peucker algorithm. The ends stay in place, so adjoining lines still meet.
 */
export const simplify = (line: readonly MapPoint[], tolerance: number): MapPoint[] => {
  const [firstPoint, lastPoint] = [line[0]!, line.at(-1)!];
  let farthestIndex = 0;
  let maxDistance = 0;
  for (let index = 1; index < line.length - 1; index += 1) {
    const pointDistance = measureDistanceToSegment(line[index]!, firstPoint, lastPoint);
    if (pointDistance > maxDistance) [farthestIndex, maxDistance] = [index, pointDistance];
  }
  if (maxDistance <= tolerance) return [firstPoint, lastPoint];
  const simplifiedStart = simplify(line.slice(0, farthestIndex + 1), tolerance);
  return [...simplifiedStart.slice(0, -1), ...simplify(line.slice(farthestIndex), tolerance)];
};

export const measureArea = (ring: readonly MapPoint[]): number =>
  Math.abs(
    ring.reduce((sum, [x, y], index) => {
      const [nextX, nextY] = ring[(index + 1) % ring.length]!;
      return sum + x * nextY - nextX * y;
    }, 0) / 2,
  );

/** Returns an SVG path of relative moves in whole pixels. */
export const buildSvgPath = (line: readonly MapPoint[], isClosed: boolean): string => {
  const [firstPoint, ...otherPoints] = line.map(([x, y]): MapPoint => [
    Math.round(x),
    Math.round(y),
  ]);
  let [x, y] = firstPoint!;
  const steps = otherPoints.flatMap(([nextX, nextY]) => {
    const [dx, dy] = [nextX - x, nextY - y];
    [x, y] = [nextX, nextY];
    return dx === 0 && dy === 0 ? [] : [`${dx}${dy < 0 ? "" : " "}${dy}`];
  });
  if (steps.length === 0) return "";
  const joinedSteps = steps.reduce(
    (path, step) => `${path}${step.startsWith("-") ? "" : " "}${step}`,
  );
  return `M${firstPoint!.join(" ")}l${joinedSteps}${isClosed ? "z" : ""}`;
};
