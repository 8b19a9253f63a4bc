import { get, useFormContext, useFormState, useWatch, type FieldValues } from "react-hook-form";

/** The form's values by field name. They are as typed, so they may not be valid. */
export type UnvalidatedValues<Values extends FieldValues> = {
  readonly [Name in keyof Values]?: unknown;
};

export const useFormValues = <Values extends FieldValues = never>(): UnvalidatedValues<Values> =>
  useWatch();

/** Returns a function that sets several fields, as if the user had entered the values. */
export const useSetFormValues = () => {
  const { setValue } = useFormContext();
  return (values: Readonly<Record<string, unknown>>) => {
    for (const [name, value] of Object.entries(values)) {
      setValue(name, value, { shouldDirty: true });
    }
  };
};

/** Returns a function that finds the error of a field inside an object, such as `tribute.sendOn`. */
export const useFormErrors = () => {
  const { errors, isSubmitting } = useFormState();
  const findError = (name: string): string | undefined => {
    const message: unknown = get(errors, `${name}.message`);
    return typeof message === "string" ? message : undefined;
  };
  return { findError, isSubmitting };
};
