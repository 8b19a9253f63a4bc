import { useWatch } from "react-hook-form";
import { PlaceWarning } from "../ui/place-warning.tsx";

/** Of what stands in these fields of the form around it. */
export const FormPlaceWarning = ({ names }: { readonly names: readonly string[] }) => {
  const values: readonly unknown[] = useWatch({ name: [...names] });
  const texts = values.flat().filter((value) => typeof value === "string");
  return <PlaceWarning texts={texts} className="sm:col-span-2" />;
};
