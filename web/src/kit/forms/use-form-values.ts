import { useWatch, type FieldValues } from "react-hook-form";

/** The form's values by field name. They are as typed, so they may not be valid. */
export type UnvalidatedValues<Values extends FieldValues> = {
  readonly [Name in keyof Values]?: unknown;
};

export const useFormValues = <Values extends FieldValues = never>(): UnvalidatedValues<Values> =>
  useWatch();
