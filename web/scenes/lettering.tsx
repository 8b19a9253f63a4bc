import { PlacedGroup, type PlacedProps } from "./objects.tsx";

/** The strokes of each character in a box of 8 × 12. A font would look different on every machine. */
const STROKES = {
  A: "M0 0 4 -12 8 0M1.5 -4.5H6.5",
  C: "M8 -10.5Q6.5 -12 4.5 -12Q0 -12 0 -6T4.5 0Q6.5 0 8 -1.5",
  D: "M0 0V-12H3Q8 -12 8 -6T3 0Z",
  E: "M7.5 0H0V-12H7.5M0 -6H6",
  I: "M1 0H7M4 0V-12M1 -12H7",
  K: "M0 0V-12M7.5 -12 0 -5M2.6 -7.4 8 0",
  O: "M4 -12Q8 -12 8 -6T4 0 0 -6 4 -12Z",
  P: "M0 0V-12H4Q8 -12 8 -8.5T4 -5H0",
  R: "M0 0V-12H4Q8 -12 8 -8.5T4 -5H0M3.5 -5 8 0",
  S: "M7.6 -10.5Q6.5 -12 4 -12Q0.4 -12 0.4 -9T4 -6.2 8 -3.2 4 0Q1.4 0 0 -1.6",
  T: "M0 -12H8M4 -12V0",
  5: "M7.5 -12H1.2L0.6 -6.8Q2 -7.8 4 -7.8Q8 -7.8 8 -4T4 0Q1.4 0 0 -1.6",
  8: "M4 -12Q7.4 -12 7.4 -9.2T4 -6.4 0.6 -9.2 4 -12ZM4 -6.4Q8 -6.4 8 -3.2T4 0 0 -3.2 4 -6.4Z",
} as const;

export type Glyph = keyof typeof STROKES;

/** Draws a line of capital letters and digits that are `pitch` apart. `at` is the lower left corner. */
export const Lettering = ({
  glyphs,
  color,
  pitch = 12,
  thickness = 2,
  ...placement
}: PlacedProps & {
  readonly glyphs: readonly Glyph[];
  readonly color: string;
  readonly pitch?: number;
  readonly thickness?: number;
}) => (
  <PlacedGroup {...placement}>
    {glyphs.map((glyph, index) => (
      <path
        // oxlint-disable-next-line react/no-array-index-key -- the shapes of a drawing have no other key
        key={index}
        transform={`translate(${index * pitch} 0)`}
        d={STROKES[glyph]}
        fill="none"
        stroke={color}
        strokeWidth={thickness}
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    ))}
  </PlacedGroup>
);
