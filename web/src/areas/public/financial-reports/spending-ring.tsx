import { addUpAmounts, type Amount } from "#rules/amounts.ts";

/**
 * Colors of the ring and the legend, chosen so that neighbors are distinct in light and dark mode.
 */
const COLORS = ["primary", "info", "secondary", "success"] as const;
export const getCategoryColor = (index: number) => `var(--color-${COLORS[index % COLORS.length]})`;

const RADIUS = 46;
const CIRCUMFERENCE = 2 * Math.PI * RADIUS;
const ARC_GAP = 1.5;

export interface SpendingRingProps {
  readonly categories: readonly Amount[];
  /** Whole percentages, in the order of the categories. */
  readonly shares: readonly number[];
}

/**
 * Draws a year's spending as a ring with the first category's share inside; the table next to it has the
 * details.
 */
export const SpendingRing = ({ categories, shares }: SpendingRingProps) => {
  const arcLength = (amounts: readonly Amount[]) =>
    (addUpAmounts(amounts) / addUpAmounts(categories)) * CIRCUMFERENCE;
  return (
    <svg viewBox="0 0 120 120" aria-hidden="true" width="240" className="mx-auto shrink-0">
      <g transform="rotate(-90 60 60)" fill="none" strokeWidth="15">
        {categories.map((category, index) => (
          <circle
            key={category.label}
            cx="60"
            cy="60"
            r={RADIUS}
            stroke={getCategoryColor(index)}
            strokeDasharray={`${Math.max(arcLength([category]) - ARC_GAP, 0.5)} ${CIRCUMFERENCE}`}
            strokeDashoffset={-arcLength(categories.slice(0, index))}
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
