import type { ReactNode } from "react";
import type { FieldValues } from "react-hook-form";
import { useFormValues } from "./use-form-values.ts";

/** What follows from what is being typed, told while it is typed. */
export const FormNote = ({
  children,
}: {
  readonly children: (values: FieldValues) => ReactNode;
}) => <output className="quiet block text-sm sm:col-span-2">{children(useFormValues())}</output>;
