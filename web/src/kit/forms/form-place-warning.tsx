import { useWatch, type FieldValues } from "react-hook-form";
import { PlaceWarning } from "#ui/fields/place-warning.tsx";
import type { FieldName } from "./form-fields.tsx";

/** Warns if the text of one of the fields reveals where service members are deployed. */
export const FormPlaceWarning = <Values extends FieldValues = never>({
  names,
}: {
  readonly names: readonly FieldName<Values>[];
}) => {
  const values: readonly unknown[] = useWatch({ name: [...names] });
  const texts = values.flat().filter((value) => typeof value === "string");
  return <PlaceWarning texts={texts} className="sm:col-span-2" />;
};
