import { useWatch, type FieldValues } from "react-hook-form";

/** The form's fields by name. A value is still what was typed, which may not fit the contract. */
export type TypedValues<Values extends FieldValues> = { readonly [Name in keyof Values]?: unknown };

export const useFormValues = <Values extends FieldValues = never>(): TypedValues<Values> =>
  useWatch();
