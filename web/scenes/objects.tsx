import type { ReactNode } from "react";
import type { Point } from "./arm.tsx";
import { ink } from "./palette.ts";

/** Where an object is placed. `at` is the middle of its lower edge unless noted otherwise. */
export interface PlacedProps {
  readonly at: Point;
  readonly size?: number;
  readonly turn?: number;
}

interface PlacedGroupProps extends PlacedProps {
  readonly children: ReactNode;
}

export const PlacedGroup = ({ at: [x, y], size = 1, turn = 0, children }: PlacedGroupProps) => (
  <g transform={`translate(${x} ${y}) rotate(${turn}) scale(${size})`}>{children}</g>
);

/** Lays an object flat on a table that is seen from above. */
export const Flat = ({ at: [x, y], turn = 0, size = 1, children }: PlacedGroupProps) => (
  <g transform={`translate(${x} ${y}) scale(${size} ${size * 0.6}) rotate(${turn})`}>{children}</g>
);

/** The site's star, placed by its center. */
export const Star = ({
  at,
  size = 1,
  turn,
  color = ink.brick,
}: PlacedProps & { readonly color?: string }) => (
  <PlacedGroup at={at} size={size} {...(turn !== undefined && { turn })}>
    <path d="M0 -22 6 -6 22 0 6 6 0 22 -6 6 -22 0 -6 -6Z" fill={color} />
    <path d="M0 -22V0L-6 -6ZM22 0H0L6 -6ZM0 22V0L6 6ZM-22 0H0L-6 6Z" fill="#000" opacity="0.18" />
  </PlacedGroup>
);

/** A closed package with tape, a star and an optional label. */
export const Package = ({
  width = 120,
  height = 84,
  hasLabel = true,
  ...placement
}: PlacedProps & {
  readonly width?: number;
  readonly height?: number;
  readonly hasLabel?: boolean;
}) => (
  <PlacedGroup {...placement}>
    <path d={`M${-width / 2} ${-height}h${width}v${height}h${-width}Z`} fill={ink.kraft} />
    <path
      d={`M${-width / 2} ${-height}h${width}v${height * 0.16}h${-width}Z`}
      fill={ink.kraftLight}
    />
    <path
      d={`M${width * 0.24} ${-height}h${width * 0.26}v${height}h${-width * 0.26}Z`}
      fill="#000"
      opacity="0.07"
    />
    <path d={`M-9 ${-height}h18v${height}h-18Z`} fill={ink.linen} opacity="0.75" />
    {hasLabel && (
      <>
        <path
          d={`M14 ${-height * 0.66}h${width * 0.3}v${height * 0.4}h${-width * 0.3}Z`}
          fill={ink.cream}
        />
        <path
          d={`M19 ${-height * 0.54}h${width * 0.16}M19 ${-height * 0.42}h${width * 0.2}`}
          stroke={ink.steel}
          strokeWidth="4"
        />
        <Star at={[-width * 0.3, -height * 0.42]} size={height / 110} />
      </>
    )}
  </PlacedGroup>
);

/** An open package, which is 200 wide and 120 high without its flaps. Its contents are drawn behind its front. */
export const OpenPackage = ({
  children,
  ...placement
}: PlacedProps & { readonly children?: ReactNode }) => (
  <PlacedGroup {...placement}>
    <path
      d="M-100 -118 -132 -150 -78 -166 -60 -128ZM100 -118 132 -150 78 -166 60 -128Z"
      fill={ink.kraftDark}
    />
    <path d="M-100 -120 -76 -138H76L100 -120Z" fill={ink.kraftDeep} />
    {children}
    <path d="M-100 -120H100V0H-100Z" fill={ink.kraft} />
    <path d="M-100 -120H100v20H-100Z" fill={ink.kraftDark} opacity="0.6" />
    <path
      d="M-100 -120 -138 -84 -84 -74 -62 -120ZM100 -120 138 -84 84 -74 62 -120Z"
      fill={ink.kraftLight}
    />
    <path d="M50 -100H100V0H50Z" fill="#000" opacity="0.06" />
    <Star at={[-48, -42]} size={1.1} />
    <path d="M6 -62h62v44H6Z" fill={ink.cream} />
    <path d="M14 -50h28M14 -38h40M14 -28h22" stroke={ink.steel} strokeWidth="5" />
  </PlacedGroup>
);

/** A sheet with written lines, placed by its center. */
export const Letter = ({
  width = 64,
  height = 84,
  hasHeart = false,
  ...placement
}: PlacedProps & {
  readonly width?: number;
  readonly height?: number;
  readonly hasHeart?: boolean;
}) => (
  <PlacedGroup {...placement}>
    <path d={`M${-width / 2} ${-height / 2}h${width}v${height}h${-width}Z`} fill={ink.cream} />
    {[0.2, 0.36, 0.52, 0.68].map((row, index) => (
      <path
        key={row}
        d={`M${-width * 0.36} ${-height / 2 + height * row}q${width * 0.09} -5 ${width * 0.18} 0t${width * 0.18} 0 ${width * 0.18} 0${index === 3 ? "" : ` ${width * 0.16} 0`}`}
        fill="none"
        stroke={ink.slate}
        strokeWidth="3"
        strokeLinecap="round"
        opacity="0.75"
      />
    ))}
    {hasHeart && <Heart at={[width * 0.26, height * 0.34]} size={0.6} />}
  </PlacedGroup>
);

export const Heart = ({ at, size = 1, turn }: PlacedProps) => (
  <PlacedGroup at={at} size={size} {...(turn !== undefined && { turn })}>
    <path
      d="M0 14C-14 4 -18 -2 -18 -8C-18 -14 -14 -18 -9 -18C-5 -18 -2 -16 0 -12C2 -16 5 -18 9 -18C14 -18 18 -14 18 -8C18 -2 14 4 0 14Z"
      fill={ink.brick}
    />
  </PlacedGroup>
);

export const Envelope = ({
  color = ink.cream,
  ...placement
}: PlacedProps & { readonly color?: string }) => (
  <PlacedGroup {...placement}>
    <path d="M-34 -46H34V0H-34Z" fill={color} />
    <path d="M-34 -46 0 -18 34 -46" fill="none" stroke="#000" strokeWidth="3" opacity="0.22" />
    <path d="M-34 -46h12v-0l-12 10ZM34 -46h-12l12 10Z" fill={ink.brick} opacity="0.8" />
  </PlacedGroup>
);

export const Mug = ({
  color = ink.brick,
  hasSteam = true,
  ...placement
}: PlacedProps & { readonly color?: string; readonly hasSteam?: boolean }) => (
  <PlacedGroup {...placement}>
    <path d="M20 -32c22 -4 22 26 0 22" fill="none" stroke={color} strokeWidth="7" />
    <path d="M-22 -42H22L18 0H-18Z" fill={color} />
    <ellipse cx="0" cy="-42" rx="22" ry="5" fill={ink.kraftDeep} />
    {hasSteam && (
      <path
        d="M-8 -54q-8 -10 0 -20t0 -20M8 -56q-8 -10 0 -18t0 -18"
        fill="none"
        stroke="#fff"
        strokeWidth="4"
        strokeLinecap="round"
        opacity="0.5"
      />
    )}
  </PlacedGroup>
);

export const Book = ({
  color = ink.brick,
  ...placement
}: PlacedProps & { readonly color?: string }) => (
  <PlacedGroup {...placement}>
    <path d="M-26 -76H26V0H-26Z" fill={color} />
    <path d="M-26 -76h9V0h-9Z" fill="#000" opacity="0.22" />
    <path d="M-8 -58h26M-8 -48h18" stroke={ink.cream} strokeWidth="4" />
  </PlacedGroup>
);

export const Socks = ({
  color = ink.pine,
  ...placement
}: PlacedProps & { readonly color?: string }) => (
  <PlacedGroup {...placement}>
    <path d="M-16 -70H14V-26Q30 -18 30 -6Q30 0 22 0H-8Q-16 0 -16 -10Z" fill={color} />
    <path d="M-16 -70H14v12H-16Z" fill={ink.cream} />
    <path d="M-16 -46H14M-16 -36H14" stroke={ink.cream} strokeWidth="4" opacity="0.7" />
  </PlacedGroup>
);

export const Tin = ({
  color = ink.evening,
  ...placement
}: PlacedProps & { readonly color?: string }) => (
  <PlacedGroup {...placement}>
    <path d="M-26 -62H26V0H-26Z" fill={color} />
    <ellipse cx="0" cy="-62" rx="26" ry="7" fill={ink.brass} />
    <path d="M-26 -42H26V-18H-26Z" fill={ink.linen} />
    <Star at={[0, -30]} size={0.42} />
  </PlacedGroup>
);

/** A hanging lamp; `at` is the center of its bulb. */
export const HangingLamp = ({
  cordLength = 200,
  color = ink.brick,
  ...placement
}: PlacedProps & { readonly cordLength?: number; readonly color?: string }) => (
  <PlacedGroup {...placement}>
    <path d={`M0 -34V${-cordLength}`} stroke={ink.night} strokeWidth="4" />
    <circle cx="0" cy="2" r="13" fill="#fff3cf" />
    <path d="M-16 -40H16L52 0H-52Z" fill={color} />
    <path d="M8 -40h8L52 0H30Z" fill="#000" opacity="0.16" />
  </PlacedGroup>
);

export const Lantern = (placement: PlacedProps) => (
  <PlacedGroup {...placement}>
    <path d="M-18 -84q18 -40 36 0" fill="none" stroke={ink.brassDark} strokeWidth="5" />
    <path d="M-24 -86H24L30 -72H-30Z" fill={ink.brassDark} />
    <path d="M-24 -72H24V-12H-24Z" fill="#ffedb8" />
    <path d="M0 -60C12 -44 12 -30 0 -22C-12 -30 -12 -44 0 -60Z" fill={ink.lamp} />
    <path d="M-24 -72v60M24 -72v60M0 -72v10M0 -20v8" stroke={ink.brassDark} strokeWidth="4" />
    <path d="M-32 -12H32V0H-32Z" fill={ink.brassDark} />
  </PlacedGroup>
);

export const TableLamp = ({
  color = ink.pine,
  ...placement
}: PlacedProps & { readonly color?: string }) => (
  <PlacedGroup {...placement}>
    <path d="M-26 -8H26V0H-26ZM-5 -74H5V-6H-5Z" fill={ink.brassDark} />
    <path d="M-28 -130H28L50 -72H-50Z" fill={color} />
    <path d="M-50 -72H50L48 -66H-48Z" fill="#ffe9b0" />
  </PlacedGroup>
);

/** A tape gun with its nose to the right; `at` is the center of its grip. */
export const TapeGun = (placement: PlacedProps) => (
  <PlacedGroup {...placement}>
    <path d="M-9 -12H9L5 32Q-4 36 -13 32Z" fill={ink.brick} />
    <path d="M-9 -16H40L54 0V8L34 -4H-9Z" fill={ink.brickDark} />
    <path d="M34 -36 54 2" stroke={ink.linen} strokeWidth="4" />
    <circle cx="16" cy="-34" r="21" fill={ink.sand} />
    <circle cx="16" cy="-34" r="10" fill={ink.kraftDark} />
  </PlacedGroup>
);

export const Plant = ({
  color = ink.pine,
  ...placement
}: PlacedProps & { readonly color?: string }) => (
  <PlacedGroup {...placement}>
    <path
      d="M0 -34C-44 -44 -48 -86 -40 -104C-18 -96 -4 -70 0 -34ZM0 -34C40 -44 50 -78 44 -98C20 -92 6 -70 0 -34ZM0 -34C-14 -70 -8 -108 2 -124C16 -104 16 -70 0 -34Z"
      fill={color}
    />
    <path d="M-26 -40H26L20 0H-20Z" fill={ink.brick} />
  </PlacedGroup>
);

/** A pile of packages. `rows` lists the number of packages in each row, from bottom to top. */
export const PackagePile = ({
  rows,
  ...placement
}: PlacedProps & { readonly rows: readonly number[] }) => (
  <PlacedGroup {...placement}>
    {rows.flatMap((count, row) =>
      Array.from({ length: count }, (_, index) => (
        <Package
          // oxlint-disable-next-line react/no-array-index-key -- the shapes of a drawing have no other key
          key={`${row}-${index}`}
          at={[(index - (count - 1) / 2) * 124 + ((row * 37) % 9) - 4, -row * 86]}
        />
      )),
    )}
  </PlacedGroup>
);
