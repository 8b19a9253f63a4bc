/** The x and y coordinates of a point in the scene's pixels. */
export type Point = readonly [number, number];

/** An arm, from the shoulder to the hand, or a leg, from the hip to the foot. Its points are relative to the hips. */
export interface Limb {
  /**
   * The position of the knee. For an arm, this only says on which side the elbow is, because the arm's length
   * determines the rest.
   */
  readonly bend: Point;
  readonly end: Point;
  readonly hand?: "relaxed" | "grip" | "open" | "pointing";
}

export const formatPoint = ([x, y]: Point) => `${x} ${y}`;

const UPPER_ARM_LENGTH = 64;
const FOREARM_LENGTH = 60;
/** The distance from the middle of the hand back to the cuff. */
const CUFF_DISTANCE = 17;

/**
 * Finds the elbow of an arm. The arm keeps its length unless the hand is out of reach, because the elbow would
 * otherwise look broken.
 */
function findElbow(from: Point, { bend, end }: Limb): Point {
  const [dx, dy] = [end[0] - from[0], end[1] - from[1]];
  const distance = Math.hypot(dx, dy);
  const stretch = Math.max(1, distance / ((UPPER_ARM_LENGTH + FOREARM_LENGTH) * 0.98));
  const [upper, lower] = [UPPER_ARM_LENGTH * stretch, FOREARM_LENGTH * stretch];
  const distanceAlong = (upper ** 2 - lower ** 2 + distance ** 2) / (2 * distance);
  const distanceAcross = Math.sqrt(Math.max(0, upper ** 2 - distanceAlong ** 2));
  const side = Math.sign(dx * (bend[1] - from[1]) - dy * (bend[0] - from[0])) || 1;
  return [
    from[0] + (dx * distanceAlong - side * dy * distanceAcross) / distance,
    from[1] + (dy * distanceAlong + side * dx * distanceAcross) / distance,
  ];
}

/**
 * Finds the side that the thumb is on. A thumb usually points up, but toward the head if the hand is raised, and
 * forward if the hand hangs down.
 */
function findThumbSide(shoulder: Point, [dx, dy]: Point): 1 | -1 {
  const inwardSign = dy < 0 ? -Math.sign(shoulder[0]) : 1;
  return dx + inwardSign * -dy * 0.8 > 0 ? 1 : -1;
}

interface HandProps {
  readonly at: Point;
  /** The forearm's direction, as a vector of length 1. */
  readonly direction: Point;
  readonly thumbSide: 1 | -1;
  readonly kind: NonNullable<Limb["hand"]>;
  readonly color: string;
}

const FINGERS: Readonly<Record<HandProps["kind"], string>> = {
  relaxed: "M-4 -6 5 -13",
  grip: "M-4 -8Q3 -14 9 -9",
  open: "M-4 -6 5 -17M4 -7 17 -11M6 -2.5 21 -4M6 2.5 21 4M4 7 16 11",
  pointing: "M-5 -7 4 -13M4 -5 23 -6",
};

const Hand = ({ at, direction: [dx, dy], thumbSide, kind, color }: HandProps) => (
  <g transform={`matrix(${dx} ${dy} ${-dy * thumbSide} ${dx * thumbSide} ${formatPoint(at)})`}>
    <path
      d={
        kind === "grip"
          ? "M-14 -8.5C-6 -12 4 -13.5 10 -11C15 -8 15 9 10 12C4 14 -6 12 -14 8.5Z"
          : kind === "open"
            ? "M-14 -8C-8 -10 2 -11 7 -9Q11 0 7 9C2 11 -8 10 -14 8Z"
            : "M-14 -8.5C-6 -11 6 -12 12 -9C18 -6 18 6 12 9C6 12 -6 11 -14 8.5Z"
      }
      fill={color}
    />
    <path d={FINGERS[kind]} fill="none" stroke={color} strokeWidth={kind === "open" ? 6.5 : 8} />
  </g>
);

export interface ArmProps {
  readonly from: Point;
  readonly limb: Limb;
  readonly clothColor: string;
  readonly skinColor: string;
  readonly sleeves: "long" | "short";
}

export const Arm = ({ from, limb, clothColor, skinColor, sleeves }: ArmProps) => {
  const { end, hand = "relaxed" } = limb;
  const bend = findElbow(from, limb);
  const length = Math.hypot(end[0] - bend[0], end[1] - bend[1]);
  const direction: Point = [(end[0] - bend[0]) / length, (end[1] - bend[1]) / length];
  const sleevePoints: readonly Point[] =
    sleeves === "long"
      ? [from, bend, [end[0] - direction[0] * CUFF_DISTANCE, end[1] - direction[1] * CUFF_DISTANCE]]
      : [from, [from[0] + (bend[0] - from[0]) * 0.66, from[1] + (bend[1] - from[1]) * 0.66]];
  return (
    <g fill="none" strokeLinecap="round" strokeLinejoin="round">
      <path
        d={`M${formatPoint(from)} L${formatPoint(bend)} L${formatPoint(end)}`}
        stroke={skinColor}
        strokeWidth="20"
        strokeLinecap="butt"
      />
      <Hand
        at={end}
        direction={direction}
        thumbSide={findThumbSide(from, direction)}
        kind={hand}
        color={skinColor}
      />
      <circle cx={from[0]} cy={from[1]} r="15" fill={clothColor} />
      <path
        d={`M${sleevePoints.map(formatPoint).join("L")}`}
        stroke={clothColor}
        strokeWidth="30"
        strokeLinecap="butt"
      />
    </g>
  );
};
