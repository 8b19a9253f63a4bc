import { useEffect, type ReactNode } from "react";
import { useFormContext, useWatch, type FieldValues } from "react-hook-form";

export interface FormWhenProps {
  /** Name of the wrapped field in the contract; it must be nullable. */
  readonly name: string;
  readonly isVisible: (values: FieldValues) => boolean;
  readonly children: ReactNode;
}

/** Shows a field only if the other values ask for it; otherwise sets it to null. */
export const FormWhen = ({ name, isVisible, children }: FormWhenProps) => {
  const { setValue } = useFormContext();
  const values = useWatch() as FieldValues;
  const isThere = isVisible(values);
  const isLeftOver = !isThere && (values[name] ?? null) !== null;
  useEffect(() => {
    if (isLeftOver) setValue(name, null, { shouldDirty: true });
  }, [isLeftOver, name, setValue]);
  return isThere ? children : null;
};
