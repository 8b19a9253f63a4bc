import { cx } from "../../../ui/class-names.ts";

/** Traditional blocks on a field of 48 × 48; each path takes the next color of its palette. */
const BLOCKS = [
  // Ohio star
  [
    "M16 16h16v16H16Z",
    "M16 0h16L24 8ZM16 48h16l-8-8ZM0 16v16l8-8ZM48 16v16l-8-8Z",
    "M16 16V0l8 8Zm16 0V0l-8 8ZM16 32v16l8-8Zm16 0v16l-8-8ZM16 16H0l8 8Zm0 16H0l8-8Zm16-16h16l-8 8Zm0 16h16l-8-8Z",
  ],
  // Pinwheel
  ["M24 24V0L0 24Z", "M24 24h24L24 0Z", "M24 24v24l24-24ZM24 24H0l24 24Z"],
  // Flying geese
  ["M0 16 24 0l24 16Z", "M0 32 24 16l24 16Z", "M0 48 24 32l24 16Z"],
  // Square in a square
  ["M24 0 48 24 24 48 0 24Z", "M12 12h24v24H12Z", "M24 12 36 24 24 36 12 24Z"],
] as const;

const PALETTES = [
  ["#1b2f55", "#d5a548", "#a8412f", "#f5ecd9"],
  ["#f5ecd9", "#a8412f", "#1b2f55", "#d5a548"],
  ["#a8412f", "#f5ecd9", "#d5a548", "#1b2f55"],
  ["#3c5a80", "#f5ecd9", "#d5a548", "#f5ecd9"],
  ["#e5d3ae", "#1b2f55", "#a8412f", "#3c5a80"],
] as const;

export interface QuiltBlocksProps {
  readonly columns: number;
  readonly rows: number;
  /** Another number, another quilt. */
  readonly seed?: number;
  readonly className?: string;
}

/** A piece of patchwork, drawn for this site. Decoration only, and laid out when it comes into view. */
export const QuiltBlocks = ({ columns, rows, seed = 0, className }: QuiltBlocksProps) => (
  <div aria-hidden="true" className={cx("[content-visibility:auto]", className)}>
    <svg
      viewBox={`0 0 ${columns * 48} ${rows * 48}`}
      preserveAspectRatio="xMidYMid slice"
      className="block size-full"
    >
      {Array.from({ length: columns * rows }, (_, index) => {
        const column = index % columns;
        const row = Math.floor(index / columns);
        const block = BLOCKS[(column + row * 2 + seed) % BLOCKS.length] ?? BLOCKS[0];
        const palette =
          PALETTES[(column * 2 + row * 3 + seed * 2) % PALETTES.length] ?? PALETTES[0];
        return (
          <g key={index} transform={`translate(${column * 48} ${row * 48})`}>
            <rect width="48.3" height="48.3" fill={palette[0]} />
            {block.map((path, layer) => (
              <path key={path} d={path} fill={palette[(layer + 1) % palette.length]} />
            ))}
          </g>
        );
      })}
    </svg>
  </div>
);
