import { ink } from "./palette.ts";
import { Heart, PlacedGroup, type PlacedProps } from "./objects.tsx";

const Picture = ({ kind }: { readonly kind: ChildDrawingProps["kind"] }) => {
  switch (kind) {
    case "sun":
      return (
        <g stroke={ink.lamp} strokeWidth="5" strokeLinecap="round">
          <circle cx="0" cy="-4" r="15" fill={ink.lamp} />
          <path d="M0 -28v-8M0 20v8M-24 -4h-8M24 -4h8M-17 -21l-6 -6M17 -21l6 -6M-17 13l-6 6M17 13l6 6" />
        </g>
      );
    case "house":
      return (
        <g>
          <path d="M-22 28V-4H22V28Z" fill={ink.brass} />
          <path d="M-30 -2 0 -30 30 -2Z" fill={ink.brick} />
          <path d="M-6 28V8H8V28Z" fill={ink.evening} />
        </g>
      );
    case "rainbow":
      return (
        <g fill="none" strokeWidth="7">
          <path d="M-30 22A30 32 0 0 1 30 22" stroke={ink.brick} />
          <path d="M-22 22A22 24 0 0 1 22 22" stroke={ink.lamp} />
          <path d="M-14 22A14 16 0 0 1 14 22" stroke={ink.pine} />
        </g>
      );
    case "flower":
      return (
        <g>
          <path d="M0 34V0" stroke={ink.pine} strokeWidth="5" />
          <path d="M0 26q12 -14 20 -8q-6 12 -20 8Z" fill={ink.pine} />
          <circle cx="0" cy="-22" r="10" fill={ink.rose} />
          <circle cx="-14" cy="-10" r="10" fill={ink.rose} />
          <circle cx="14" cy="-10" r="10" fill={ink.rose} />
          <circle cx="-8" cy="4" r="10" fill={ink.rose} />
          <circle cx="8" cy="4" r="10" fill={ink.rose} />
          <circle cx="0" cy="-8" r="9" fill={ink.lamp} />
        </g>
      );
    case "cat":
      return (
        <g>
          <path d="M-20 30Q-22 6 0 6T20 30ZM-16 8V-26L-6 -16H6L16 -26V8Z" fill={ink.kraftDark} />
          <path d="M-7 -6v4M7 -6v4M-4 4h8" stroke={ink.night} strokeWidth="4" />
          <path d="M18 26q18 0 14 -20" stroke={ink.kraftDark} strokeWidth="6" fill="none" />
        </g>
      );
    case "heart":
      return <Heart at={[0, 4]} size={1.5} />;
  }
};

export interface ChildDrawingProps extends PlacedProps {
  readonly kind: "sun" | "house" | "rainbow" | "flower" | "cat" | "heart";
  readonly paper?: string;
  readonly hasPin?: boolean;
}

/** A child's drawing on a sheet of 84 × 100. `at` is its center. */
export const ChildDrawing = ({
  kind,
  paper = ink.cream,
  hasPin = false,
  ...placement
}: ChildDrawingProps) => (
  <PlacedGroup {...placement}>
    <path d="M-42 -50H42V50H-42Z" fill={paper} />
    <Picture kind={kind} />
    {hasPin && <path d="M-5 -60H5V-42H-5Z" fill={ink.woodDark} />}
  </PlacedGroup>
);
