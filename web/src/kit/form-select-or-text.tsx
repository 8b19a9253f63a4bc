import { useState, type ReactNode } from "react";
import { useController } from "react-hook-form";
import { SelectField } from "../ui/select-field.tsx";
import { FormText } from "./form-fields.tsx";

const OTHER = "other";

export interface FormSelectOrTextProps {
  /** Of the field, as in the contract. */
  readonly name: string;
  readonly label: string;
  /** `value: what it is called`; undefined while they are loading. */
  readonly options: Readonly<Record<string, string>> | undefined;
  /** What stands among the options for anything else. */
  readonly otherOption: string;
  /** Of the field in which that is written. */
  readonly otherLabel: string;
  readonly description?: ReactNode;
  /** A new one is a text of one's own until something else is chosen. */
  readonly beginsWithOther?: boolean;
}

/** One of the options, or a text of one's own. */
export const FormSelectOrText = (props: FormSelectOrTextProps) => {
  const { name, label, options, otherOption, otherLabel, description } = props;
  const { field, fieldState, formState } = useController({ name });
  const [isOther, setOther] = useState(props.beginsWithOther ?? false);
  const value = String(field.value ?? "");
  const isTyped = isOther || (value !== "" && options !== undefined && !(value in options));
  return (
    <>
      <SelectField
        label={label}
        required
        className="sm:col-span-2"
        value={isTyped ? OTHER : value}
        error={isTyped ? undefined : fieldState.error?.message}
        description={description}
        disabled={formState.isSubmitting}
        {...(isTyped ? {} : { ref: field.ref, name: field.name, onBlur: field.onBlur })}
        onValue={(chosen) => {
          setOther(chosen === OTHER);
          field.onChange(chosen === OTHER ? "" : chosen);
        }}
      >
        <option value="">Please choose</option>
        {Object.entries(options ?? {}).map(([option, text]) => (
          <option key={option} value={option}>
            {text}
          </option>
        ))}
        <option value={OTHER}>{otherOption}</option>
      </SelectField>
      {isTyped && <FormText name={name} label={otherLabel} className="sm:col-span-2" />}
    </>
  );
};
