import { useEffect, type ReactNode } from "react";
import { useFormContext, useWatch, type FieldValues } from "react-hook-form";

export interface FormWhenProps {
  /** Of the field inside, as in the contract; it has to be nullable. */
  readonly name: string;
  readonly isAsked: (values: FieldValues) => boolean;
  readonly children: ReactNode;
}

/** A field that is asked for where the other values call for it; elsewhere it is not there, and empty. */
export const FormWhen = ({ name, isAsked, children }: FormWhenProps) => {
  const { setValue } = useFormContext();
  const values = useWatch() as FieldValues;
  const isThere = isAsked(values);
  const isLeftOver = !isThere && (values[name] ?? null) !== null;
  useEffect(() => {
    if (isLeftOver) setValue(name, null, { shouldDirty: true });
  }, [isLeftOver, name, setValue]);
  return isThere ? children : null;
};
