import { useWatch, type FieldValues } from "react-hook-form";

/** The form's fields by name. Values are as typed, so they might not match the contract. */
export type UnvalidatedValues<Values extends FieldValues> = {
  readonly [Name in keyof Values]?: unknown;
};

export const useFormValues = <Values extends FieldValues = never>(): UnvalidatedValues<Values> =>
  useWatch();
