import { useWatch, type FieldValues } from "react-hook-form";

/** What the fields of the form around hold, as it is typed. */
export const useFormValues = (): FieldValues => useWatch();
