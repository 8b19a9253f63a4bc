import { sumOfAmounts, type Amount } from "#rules/amounts.ts";

/** Of the ring and of the mark before its words; each is told from its neighbours on paper and on night. */
const PART_COLORS = ["text-primary", "text-info", "text-secondary", "text-success"] as const;
export const partColor = (index: number) => PART_COLORS[index % PART_COLORS.length];

const RADIUS = 46;
const AROUND = 2 * Math.PI * RADIUS;
const GAP = 1.5;

export interface SpendingRingProps {
  readonly parts: readonly Amount[];
  /** Whole percents, in the order of the parts. */
  readonly shares: readonly number[];
}

/** A year's money as a ring, the first part in words within it; a table beside it says the rest. */
export const SpendingRing = ({ parts, shares }: SpendingRingProps) => {
  const lengthOf = (some: readonly Amount[]) => (sumOfAmounts(some) / sumOfAmounts(parts)) * AROUND;
  return (
    <svg viewBox="0 0 120 120" aria-hidden="true" className="mx-auto w-full max-w-60">
      <g transform="rotate(-90 60 60)" fill="none" strokeWidth="15" stroke="currentColor">
        {parts.map((part, index) => (
          <circle
            key={part.label}
            cx="60"
            cy="60"
            r={RADIUS}
            className={partColor(index)}
            strokeDasharray={`${Math.max(lengthOf([part]) - GAP, 0.5)} ${AROUND}`}
            strokeDashoffset={-lengthOf(parts.slice(0, index))}
          />
        ))}
      </g>
      <g textAnchor="middle" className="fill-base-content">
        <text x="60" y="64" className="font-display text-[1.625rem] font-semibold">
          {shares[0]}¢
        </text>
        <text x="60" y="76" className="text-[0.5rem] font-semibold">
          of every dollar
        </text>
      </g>
    </svg>
  );
};
