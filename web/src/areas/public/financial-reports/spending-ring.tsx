import { sumOfAmounts, type Amount } from "#rules/amounts.ts";

/**
 * Colors of the ring and the legend, chosen so that neighbors are distinct in light and dark mode.
 */
const COLORS = ["primary", "info", "secondary", "success"] as const;
export const partColor = (index: number) => `var(--color-${COLORS[index % COLORS.length]})`;

const RADIUS = 46;
const CIRCUMFERENCE = 2 * Math.PI * RADIUS;
const GAP = 1.5;

export interface SpendingRingProps {
  readonly parts: readonly Amount[];
  /** Whole percentages, in the order of the parts. */
  readonly shares: readonly number[];
}

/**
 * Draws a year's spending as a ring with the first part named inside; the table next to it has the
 * details.
 */
export const SpendingRing = ({ parts, shares }: SpendingRingProps) => {
  const arcLength = (amounts: readonly Amount[]) =>
    (sumOfAmounts(amounts) / sumOfAmounts(parts)) * CIRCUMFERENCE;
  return (
    <svg viewBox="0 0 120 120" aria-hidden="true" width="240" className="mx-auto shrink-0">
      <g transform="rotate(-90 60 60)" fill="none" strokeWidth="15">
        {parts.map((part, index) => (
          <circle
            key={part.label}
            cx="60"
            cy="60"
            r={RADIUS}
            stroke={partColor(index)}
            strokeDasharray={`${Math.max(arcLength([part]) - GAP, 0.5)} ${CIRCUMFERENCE}`}
            strokeDashoffset={-arcLength(parts.slice(0, index))}
          />
        ))}
      </g>
      <g textAnchor="middle" fill="currentColor">
        <text x="60" y="64" className="font-display font-semibold" fontSize="26">
          {shares[0]}¢
        </text>
        <text x="60" y="76" className="font-semibold" fontSize="8">
          of every dollar
        </text>
      </g>
    </svg>
  );
};
