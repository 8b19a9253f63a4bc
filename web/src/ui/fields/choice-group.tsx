import type { ReactNode } from "react";
import { cx } from "../class-names.ts";

export interface Choice<Value extends string | number> {
  readonly value: Value;
  readonly label: ReactNode;
  readonly caption?: ReactNode;
}

export interface ChoiceGroupProps<Value extends string | number> {
  readonly legend: ReactNode;
  readonly hideLegend?: boolean;
  readonly name: string;
  readonly choices: readonly Choice<Value>[];
  readonly value: Value | null;
  readonly onValue: (value: Value) => void;
  readonly look: "tiles" | "segments";
  readonly className?: string;
  /** An additional option at the end, such as a custom amount. */
  readonly children?: ReactNode;
}

/** Radio buttons that look like tiles or segments, with the roles and keyboard behavior of native radio buttons. */
export const ChoiceGroup = <Value extends string | number>({
  legend,
  hideLegend,
  name,
  choices,
  value,
  onValue,
  look,
  className,
  children,
}: ChoiceGroupProps<Value>) => (
  <fieldset>
    <legend className={cx("mb-2 text-sm font-semibold", hideLegend && "sr-only")}>{legend}</legend>
    <div
      className={cx(
        look === "segments" &&
          "bg-base-200 border-base-300 grid auto-cols-fr grid-flow-col gap-1 rounded-xl border p-1",
        look === "tiles" && "grid gap-2",
        className,
      )}
    >
      {choices.map((choice) => (
        <label
          key={choice.value}
          className={cx(
            "has-focus-visible:outline-accent relative flex min-h-11 cursor-pointer flex-col justify-center text-center transition-colors has-focus-visible:outline-3 has-focus-visible:outline-offset-2",
            look === "segments" &&
              "has-checked:bg-primary has-checked:text-primary-content rounded-lg px-3 py-2 text-sm font-semibold",
            look === "tiles" &&
              "border-base-300 hover:border-primary has-checked:border-primary has-checked:bg-primary has-checked:text-primary-content rounded-xl border-2 px-1 py-2",
          )}
        >
          <input
            type="radio"
            name={name}
            value={choice.value}
            checked={choice.value === value}
            onChange={() => onValue(choice.value)}
            className="sr-only"
          />
          <span className={look === "tiles" ? "text-lg leading-tight font-bold" : undefined}>
            {choice.label}
          </span>
          {choice.caption && (
            <span className="text-[0.8125rem] leading-tight">{choice.caption}</span>
          )}
        </label>
      ))}
      {children}
    </div>
  </fieldset>
);
