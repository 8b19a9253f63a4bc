import Star from "lucide-react/icons/star";
import { useId } from "react";
import { cx } from "#ui/class-names.ts";

const STARS = [1, 2, 3, 4, 5] as const;

export interface StarChoiceProps {
  readonly legend: string;
  readonly value: number;
  readonly onValue: (value: number) => void;
  readonly disabled?: boolean;
}

/** One to five stars, implemented as radio buttons. */
export const StarChoice = ({ legend, value, onValue, disabled }: StarChoiceProps) => {
  const name = useId();
  return (
    <fieldset disabled={disabled}>
      <legend className="mb-1 text-sm font-semibold">{legend}</legend>
      <div className="-ml-1.5 flex text-[light-dark(#7d5710,#dcb25c)]">
        {STARS.map((star) => (
          <label
            key={star}
            className="has-focus-visible:outline-accent relative grid size-11 cursor-pointer place-items-center rounded-lg has-focus-visible:outline-3"
          >
            <input
              type="radio"
              name={name}
              value={star}
              checked={star === value}
              onChange={() => onValue(star)}
              className="sr-only"
            />
            <span className="sr-only">{star === 1 ? "1 star" : `${star} stars`}</span>
            <Star aria-hidden="true" size={28} className={cx(star <= value && "fill-current")} />
          </label>
        ))}
      </div>
    </fieldset>
  );
};
