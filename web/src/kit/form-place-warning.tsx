import { useWatch } from "react-hook-form";
import { PlaceWarning } from "../ui/place-warning.tsx";

/** Warns if one of the fields reveals where people are deployed. */
export const FormPlaceWarning = ({ names }: { readonly names: readonly string[] }) => {
  const values: readonly unknown[] = useWatch({ name: [...names] });
  const texts = values.flat().filter((value) => typeof value === "string");
  return <PlaceWarning texts={texts} className="sm:col-span-2" />;
};
