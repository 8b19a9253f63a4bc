import type { FieldValues } from "react-hook-form";
import { FormCheck, useFormField, type FormFieldProps } from "./form-fields.tsx";

/** A checkbox that appears when the server asks for confirmation, and stays until the form is saved. */
export const FormConfirm = <Values extends FieldValues = never>({
  name,
  label,
}: Pick<FormFieldProps<Values>, "name" | "label">) => {
  const { value, controlProps } = useFormField<Values>(name);
  if (controlProps.error === undefined && value !== true) return null;
  return (
    <FormCheck<Values>
      name={name}
      label={label}
      description={controlProps.error}
      className="sm:col-span-2"
    />
  );
};
