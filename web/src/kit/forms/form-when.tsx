import { useEffect, type ReactNode } from "react";
import { useFormContext, useWatch, type FieldValues } from "react-hook-form";
import type { FieldName } from "./form-fields.tsx";

export interface FormWhenProps<Values extends FieldValues> {
  /** The name of the field in `children`, as in the contract. The field must be nullable. */
  readonly name: FieldName<Values>;
  readonly isVisible: (values: NoInfer<Values>) => boolean;
  readonly children: ReactNode;
}

/** Shows a field only if the form's other values call for it. Otherwise, sets the field to null. */
export const FormWhen = <Values extends FieldValues = never>({
  name,
  isVisible,
  children,
}: FormWhenProps<Values>) => {
  const { setValue } = useFormContext();
  const values = useWatch() as Values;
  const isShown = isVisible(values);
  const hasLeftoverValue = !isShown && (values[name] ?? null) !== null;
  useEffect(() => {
    if (hasLeftoverValue) setValue<string>(name, null, { shouldDirty: true });
  }, [hasLeftoverValue, name, setValue]);
  return isShown ? children : null;
};
