import { useId, type InputHTMLAttributes, type ReactNode, type Ref } from "react";
import { cx } from "../class-names.ts";
import { pasteWhole } from "./paste-whole.ts";

export interface FieldText {
  readonly label: ReactNode;
  readonly description?: ReactNode;
  readonly error?: string;
}

interface FieldProps extends FieldText {
  readonly className?: string;
  readonly required?: boolean;
  readonly renderControl: (aria: {
    readonly id: string;
    readonly "aria-describedby"?: string;
    readonly "aria-invalid"?: true;
  }) => ReactNode;
}

/** Wraps a control with its label, hint and error. */
export const Field = ({
  label,
  description,
  error,
  className,
  required,
  renderControl,
}: FieldProps) => {
  const id = useId();
  const describedBy = [description && `${id}-description`, error && `${id}-error`]
    .filter(Boolean)
    .join(" ");
  return (
    <div className={className}>
      <label htmlFor={id} className="mb-1.5 block text-sm font-semibold">
        {label}
        {required === false && <span className="quiet font-normal"> (optional)</span>}
      </label>
      {renderControl({
        id,
        "aria-describedby": describedBy || undefined,
        "aria-invalid": error ? true : undefined,
      })}
      {description && (
        <p id={`${id}-description`} className="quiet mt-1.5 text-sm">
          {description}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className="text-error mt-1.5 text-sm font-medium">
          {error}
        </p>
      )}
    </div>
  );
};

export interface TextFieldProps
  extends FieldText, Omit<InputHTMLAttributes<HTMLInputElement>, "onChange"> {
  readonly onValue: (value: string) => void;
  readonly ref?: Ref<HTMLInputElement>;
  /** A unit or a button inside the control, after its text. */
  readonly trailing?: ReactNode;
  readonly leading?: ReactNode;
}

export const TextField = ({
  label,
  description,
  error,
  className,
  onValue,
  trailing,
  leading,
  ...inputProps
}: TextFieldProps) => (
  <Field
    label={label}
    description={description}
    error={error}
    className={className}
    required={inputProps.required}
    renderControl={(aria) => (
      <div className="relative">
        {leading && (
          <span className="quiet pointer-events-none absolute inset-y-0 left-3.5 z-10 flex items-center">
            {leading}
          </span>
        )}
        <input
          type="text"
          onPaste={pasteWhole}
          {...inputProps}
          {...aria}
          // The browser's own validation would show its message instead of the documented one.
          required={false}
          aria-required={inputProps.required || undefined}
          onChange={(event) => onValue(event.target.value)}
          className={cx(
            "input field-control w-full",
            Boolean(leading) && "pl-10",
            Boolean(trailing) && "pr-12",
          )}
        />
        {trailing && (
          <span className="absolute inset-y-0 right-1 z-10 flex items-center">{trailing}</span>
        )}
      </div>
    )}
  />
);
