import type { ReactNode } from "react";
import type { Point } from "./arm.tsx";
import { ink } from "./palette.ts";
import { PlacedGroup, type PlacedProps } from "./objects.tsx";

/** A night sky with the same stars in every scene, spread over the given space. */
export const NightSky = ({
  width,
  height,
  count = 46,
}: {
  readonly width: number;
  readonly height: number;
  readonly count?: number;
}) => (
  <g>
    <path d={`M0 0H${width}V${height}H0Z`} fill="url(#night-sky)" />
    {Array.from({ length: count }, (_, index) => (
      <circle
        // oxlint-disable-next-line react/no-array-index-key -- the shapes of a drawing have no other key
        key={index}
        cx={((index * 0.618034) % 1) * width}
        cy={((index * 0.754878) % 1) * height * 0.72 + 8}
        r={1.2 + (index % 4) * 0.7}
        fill="#ffe9c4"
        opacity={0.35 + (index % 5) * 0.13}
      />
    ))}
  </g>
);

/** A window with its sky, at night by default. `at` is the middle of its sill. */
export const Window = ({
  width = 220,
  height = 260,
  sky = "url(#night-sky)",
  frame = ink.cream,
  children,
  ...placement
}: PlacedProps & {
  readonly width?: number;
  readonly height?: number;
  readonly sky?: string;
  readonly frame?: string;
  readonly children?: ReactNode;
}) => (
  <PlacedGroup {...placement}>
    <path d={`M${-width / 2} ${-height}h${width}v${height}h${-width}Z`} fill={sky} />
    {children}
    <path
      d={`M${-width / 2} ${-height}h${width}v${height}h${-width}ZM0 ${-height}V0M${-width / 2} ${-height * 0.55}h${width}`}
      fill="none"
      stroke={frame}
      strokeWidth="14"
    />
    <path d={`M${-width / 2 - 18} -6h${width + 36}v18h${-width - 36}Z`} fill={frame} />
  </PlacedGroup>
);

/** A table seen from the front; `at` is the middle of the top's upper edge. */
export const Table = ({
  width = 900,
  height = 220,
  color = ink.wood,
  ...placement
}: PlacedProps & {
  readonly width?: number;
  readonly height?: number;
  readonly color?: string;
}) => (
  <PlacedGroup {...placement}>
    <path
      d={`M${-width / 2 + 46} 20h34V${height}h-34ZM${width / 2 - 80} 20h34V${height}h-34Z`}
      fill={ink.woodDark}
    />
    <path d={`M${-width / 2} 0h${width}v34h${-width}Z`} fill={color} />
    <path d={`M${-width / 2} 0h${width}v9h${-width}Z`} fill={ink.woodLight} />
  </PlacedGroup>
);

/**
 * A table that fills the bottom of a scene. It's seen from above, so that objects lie and stand on it; only the strip at
 * the very bottom is its front.
 */
export const TableTop = ({
  backEdgeY,
  color = ink.wood,
}: {
  readonly backEdgeY: number;
  readonly color?: string;
}) => (
  <g>
    <path d={`M0 ${backEdgeY}H1440V924H0Z`} fill={color} />
    <path d={`M0 ${backEdgeY}H1440V${backEdgeY + 7}H0Z`} fill="#fff" opacity="0.16" />
    <path
      d={`M0 ${backEdgeY + 62}H1440M0 ${backEdgeY + 140}H1440`}
      stroke="#000"
      strokeWidth="3"
      opacity="0.08"
    />
    <path d="M0 924H1440V960H0Z" fill={ink.woodDark} />
  </g>
);

/** The shadow of an object that stands on a table or a floor; `at` is its center. */
export const ContactShadow = ({
  at: [x, y],
  width,
}: {
  readonly at: Point;
  readonly width: number;
}) => <ellipse cx={x} cy={y} rx={width / 2} ry={width * 0.07} fill="#000" opacity="0.2" />;

/** A room with a wall, a baseboard and a floor. */
export const Room = ({
  width,
  height,
  floorY,
  wall = "url(#warm-wall)",
  floor = ink.floor,
}: {
  readonly width: number;
  readonly height: number;
  readonly floorY: number;
  readonly wall?: string;
  readonly floor?: string;
}) => (
  <g>
    <path d={`M0 0H${width}V${floorY}H0Z`} fill={wall} />
    <path d={`M0 ${floorY}H${width}V${height}H0Z`} fill={floor} />
    <path d={`M0 ${floorY}H${width}v12H0Z`} fill="#000" opacity="0.14" />
  </g>
);

const QUILT_COLORS = [ink.brick, ink.linen, ink.evening, ink.brass, ink.pine] as const;

/** A patchwork quilt on a bed or wall, seen in many of the site's pictures. `at` is its upper left corner. */
export const Quilt = ({
  columns,
  rows,
  patchSize = 44,
  ...placement
}: PlacedProps & {
  readonly columns: number;
  readonly rows: number;
  readonly patchSize?: number;
}) => (
  <PlacedGroup {...placement}>
    <path d={`M0 0h${columns * patchSize}v${rows * patchSize}H0Z`} fill={ink.cream} />
    {Array.from({ length: columns * rows }, (_, index) => {
      const [column, row] = [index % columns, Math.floor(index / columns)];
      const [x, y] = [column * patchSize, row * patchSize];
      const color = QUILT_COLORS[(column + row * 2) % QUILT_COLORS.length];
      return (
        <path
          // oxlint-disable-next-line react/no-array-index-key -- the shapes of a drawing have no other key
          key={index}
          d={
            (column + row) % 2 === 0
              ? `M${x + 3} ${y + 3}h${patchSize - 6}v${patchSize - 6}h${6 - patchSize}Z`
              : `M${x + patchSize / 2} ${y + 4} ${x + patchSize - 4} ${y + patchSize / 2} ${x + patchSize / 2} ${y + patchSize - 4} ${x + 4} ${y + patchSize / 2}Z`
          }
          fill={color}
        />
      );
    })}
  </PlacedGroup>
);

/** A warehouse shelf for packages. `at` is its lower left corner. */
export const Shelf = ({
  width = 420,
  height = 420,
  boardCount = 3,
  children,
  ...placement
}: PlacedProps & {
  readonly width?: number;
  readonly height?: number;
  readonly boardCount?: number;
  readonly children?: ReactNode;
}) => (
  <PlacedGroup {...placement}>
    <path d={`M0 ${-height}h14V0H0ZM${width - 14} ${-height}h14V0h-14Z`} fill={ink.slate} />
    {Array.from({ length: boardCount }, (_, board) => (
      <path
        // oxlint-disable-next-line react/no-array-index-key -- the shapes of a drawing have no other key
        key={board}
        d={`M0 ${-board * (height / boardCount) - 20}h${width}v14H0Z`}
        fill={ink.evening}
      />
    ))}
    {children}
  </PlacedGroup>
);
