import { useId, useState } from "react";
import { useController, type FieldValues } from "react-hook-form";
import { CheckField } from "#ui/fields/check-field.tsx";
import type { FieldName } from "./form-fields.tsx";

interface CheckText {
  readonly label: string;
  readonly description: string;
}

export interface FormCheckGroupProps<Values extends FieldValues> {
  readonly name: FieldName<Values>;
  readonly legend: string;
  /** The checkboxes, in order. */
  readonly options: readonly (CheckText & { readonly value: string })[];
  /** The option above all others, which includes them. While it's checked, the field is null. */
  readonly everything: CheckText;
}

/** Checkboxes for a field that is a list of values. */
export const FormCheckGroup = <Values extends FieldValues = never>({
  name,
  legend,
  options,
  everything,
}: FormCheckGroupProps<Values>) => {
  const {
    field: { ref, value: fieldValue, onChange, onBlur },
    fieldState,
    formState,
  } = useController<Values>({ name });
  const values = fieldValue as readonly string[] | null;
  /** Restored when the option for everything is unchecked again. */
  const [lastValues, setLastValues] = useState(values ?? []);
  const errorId = useId();
  const change = (newValues: readonly string[] | null) => {
    if (newValues) setLastValues(newValues);
    onChange(newValues);
  };
  const check = (value: string, isChecked: boolean) =>
    change(
      options
        .map((option) => option.value)
        .filter((other) => (other === value ? isChecked : lastValues.includes(other))),
    );
  const inputProps = {
    name,
    onBlur,
    "aria-invalid": fieldState.error ? (true as const) : undefined,
  };
  return (
    <fieldset
      className="grid gap-3 sm:col-span-2"
      aria-describedby={fieldState.error ? errorId : undefined}
    >
      <legend className="mb-2 text-sm font-semibold">{legend}</legend>
      <CheckField
        {...inputProps}
        {...everything}
        ref={ref}
        disabled={formState.isSubmitting}
        checked={values === null}
        onValue={(isChecked) => change(isChecked ? null : lastValues)}
      />
      {options.map(({ value, label, description }) => (
        <CheckField
          key={value}
          {...inputProps}
          label={label}
          description={description}
          disabled={formState.isSubmitting || values === null}
          checked={values === null || values.includes(value)}
          onValue={(isChecked) => check(value, isChecked)}
        />
      ))}
      {fieldState.error && (
        <p id={errorId} className="text-error text-sm font-medium">
          {fieldState.error.message}
        </p>
      )}
    </fieldset>
  );
};
