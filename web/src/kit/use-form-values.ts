import { useWatch, type FieldValues } from "react-hook-form";

export const useFormValues = (): FieldValues => useWatch();
