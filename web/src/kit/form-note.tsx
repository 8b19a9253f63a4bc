import type { ReactNode } from "react";
import { useWatch, type FieldValues } from "react-hook-form";

/** What follows from what is being typed, told while it is typed. */
export const FormNote = ({
  children,
}: {
  readonly children: (values: FieldValues) => ReactNode;
}) => <output className="quiet block text-sm sm:col-span-2">{children(useWatch())}</output>;
