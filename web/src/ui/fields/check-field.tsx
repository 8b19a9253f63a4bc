import { useId, type InputHTMLAttributes, type ReactNode, type Ref } from "react";

export interface CheckFieldProps extends Omit<
  InputHTMLAttributes<HTMLInputElement>,
  "onChange" | "value"
> {
  readonly label: ReactNode;
  readonly description?: ReactNode;
  readonly onValue: (isChecked: boolean) => void;
  readonly ref?: Ref<HTMLInputElement>;
}

/** A checkbox whose label is large enough to tap. */
export const CheckField = ({
  label,
  description,
  className,
  onValue,
  ...inputProps
}: CheckFieldProps) => {
  const id = useId();
  return (
    <div className={className}>
      {/* The padding keeps a label of two lines clear of the description. */}
      <label className="flex min-h-11 items-center gap-3 py-2.5 font-semibold">
        <input
          {...inputProps}
          type="checkbox"
          onChange={(event) => onValue(event.target.checked)}
          aria-describedby={description ? `${id}-description` : undefined}
          className="checkbox checkbox-primary shrink-0"
        />
        <span>{label}</span>
      </label>
      {description && (
        <p id={`${id}-description`} className="quiet -mt-2 pl-9 text-sm">
          {description}
        </p>
      )}
    </div>
  );
};
