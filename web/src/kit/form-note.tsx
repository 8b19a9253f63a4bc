import type { ReactNode } from "react";
import type { FieldValues } from "react-hook-form";
import { useFormValues } from "./use-form-values.ts";

/** A live hint derived from the current values. */
export const FormNote = ({
  children,
}: {
  readonly children: (values: FieldValues) => ReactNode;
}) => <output className="quiet block text-sm sm:col-span-2">{children(useFormValues())}</output>;
