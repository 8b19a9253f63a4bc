import type { Ref, SelectHTMLAttributes } from "react";
import { Field, type FieldText } from "./field.tsx";

export interface SelectFieldProps
  extends FieldText, Omit<SelectHTMLAttributes<HTMLSelectElement>, "onChange"> {
  readonly onValue: (value: string) => void;
  readonly ref?: Ref<HTMLSelectElement>;
}

export const SelectField = ({
  label,
  description,
  error,
  className,
  onValue,
  children,
  ...selectProps
}: SelectFieldProps) => (
  <Field
    label={label}
    description={description}
    error={error}
    className={className}
    required={selectProps.required}
    renderControl={(aria) => (
      <select
        {...selectProps}
        {...aria}
        required={false}
        aria-required={selectProps.required || undefined}
        onChange={(event) => onValue(event.target.value)}
        className="select field-control w-full"
      >
        {children}
      </select>
    )}
  />
);
