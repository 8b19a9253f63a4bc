import type { ReactNode } from "react";
import type { FieldValues } from "react-hook-form";
import { useFormValues, type UnvalidatedValues } from "./use-form-values.ts";

/** A hint that is derived from the form's current values. */
export const FormNote = <Values extends FieldValues = never>({
  children,
}: {
  readonly children: (values: NoInfer<UnvalidatedValues<Values>>) => ReactNode;
}) => (
  <output className="quiet block text-sm sm:col-span-2">{children(useFormValues<Values>())}</output>
);
