import { useState, type ReactNode } from "react";
import { useController, type FieldValues } from "react-hook-form";
import { SelectField } from "#ui/fields/select-field.tsx";
import { FormText, type FieldName } from "./form-fields.tsx";

const OTHER_VALUE = "other";

export interface FormSelectOrTextProps<Values extends FieldValues> {
  readonly name: FieldName<Values>;
  readonly label: string;
  /** Options as `value: label`; undefined while loading. */
  readonly options: Readonly<Record<string, string>> | undefined;
  /** The label of the option for values that aren't in the list. */
  readonly otherOption: string;
  /** The label of the text field for values that aren't in the list. */
  readonly otherLabel: string;
  readonly description?: ReactNode;
  /** Shows the text field first in the form for a new record. */
  readonly startsWithOther?: boolean;
}

/** A select with an additional option for entering any text. */
export const FormSelectOrText = <Values extends FieldValues = never>(
  props: FormSelectOrTextProps<Values>,
) => {
  const { name, label, options, otherOption, otherLabel, description } = props;
  const { field, fieldState, formState } = useController<FieldValues, string>({ name });
  const [isOther, setOther] = useState(props.startsWithOther ?? false);
  const value = String(field.value ?? "");
  const showsTextField = isOther || (value !== "" && options !== undefined && !(value in options));
  return (
    <>
      <SelectField
        label={label}
        required
        className="sm:col-span-2"
        value={showsTextField ? OTHER_VALUE : value}
        error={showsTextField ? undefined : fieldState.error?.message}
        description={description}
        disabled={formState.isSubmitting}
        {...(showsTextField ? {} : { ref: field.ref, name: field.name, onBlur: field.onBlur })}
        onValue={(selectedValue) => {
          setOther(selectedValue === OTHER_VALUE);
          field.onChange(selectedValue === OTHER_VALUE ? "" : selectedValue);
        }}
      >
        <option value="">Please choose</option>
        {Object.entries(options ?? {}).map(([option, text]) => (
          <option key={option} value={option}>
            {text}
          </option>
        ))}
        <option value={OTHER_VALUE}>{otherOption}</option>
      </SelectField>
      {showsTextField && (
        <FormText<Values> name={name} label={otherLabel} className="sm:col-span-2" />
      )}
    </>
  );
};
