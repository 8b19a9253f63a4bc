import { useEffect, useState } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { useZipPlace } from "../data/zip-lookup/queries.ts";
import { FormText } from "./form-fields.tsx";

/** ZIP code, city and state: a ZIP code that was typed here fills in the other two, which can be corrected by hand. */
export const FormPlace = () => {
  const { setValue } = useFormContext();
  const zipCode = useWatch<{ zipCode?: string | null }, "zipCode">({ name: "zipCode" });
  const [isTyped, setTyped] = useState(false);
  const { data: place, isFetching, isError } = useZipPlace(isTyped ? (zipCode ?? "") : "");
  useEffect(() => {
    if (!place) return;
    for (const name of ["city", "state"] as const) {
      setValue(name, place[name], { shouldDirty: true, shouldValidate: true });
    }
  }, [place, setValue]);

  const hint = isError ? "No city is known for this ZIP code. Please enter it yourself." : null;
  return (
    <div className="grid gap-x-4 gap-y-5 sm:col-span-2 sm:grid-cols-3">
      <FormText
        name="zipCode"
        label="ZIP code"
        onTyped={() => setTyped(true)}
        description={isFetching ? "Looking up the city…" : hint}
      />
      <FormText name="city" label="City" />
      <FormText name="state" label="State" />
    </div>
  );
};
