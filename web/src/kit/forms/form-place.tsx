import { useEffect, useEffectEvent, useState } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { useZipPlace } from "#data/zip-lookup/queries.ts";
import { FormText } from "./form-fields.tsx";

interface Place {
  readonly zipCode?: string | null;
  readonly city?: string | null;
  readonly state?: string | null;
}

/**
 * ZIP code, city, and state. Typing a ZIP code clears the city and state, then fills in the ones that the lookup finds.
 * Both can be edited.
 */
export const FormPlace = () => {
  const { setValue } = useFormContext();
  const zipCode = useWatch<Place, "zipCode">({ name: "zipCode" });
  const [isZipEdited, setZipEdited] = useState(false);
  const { place, isLookingUp, hasFailed } = useZipPlace(isZipEdited ? (zipCode ?? "") : "");
  const setPlace = (newPlace: { readonly city: string | null; readonly state: string | null }) => {
    for (const name of ["city", "state"] as const) {
      setValue(name, newPlace[name], { shouldDirty: true, shouldValidate: true });
    }
  };
  const setFoundPlace = useEffectEvent(setPlace);
  useEffect(() => {
    if (place) setFoundPlace(place);
  }, [place]);

  const hint = hasFailed
    ? "We couldn't find a city for this ZIP code. Please enter the city and state."
    : null;
  return (
    <div className="grid gap-x-4 gap-y-5 sm:col-span-2 sm:grid-cols-3">
      <FormText<Place>
        name="zipCode"
        label="ZIP code"
        onUserInput={() => {
          setZipEdited(true);
          setPlace({ city: null, state: null });
        }}
        description={isLookingUp ? "Looking up the city…" : hint}
      />
      <FormText<Place> name="city" label="City" />
      <FormText<Place> name="state" label="State" />
    </div>
  );
};
