import { useEffect, useEffectEvent, useState } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { STATES, toStateCode } from "#contracts/states.ts";
import { useCityCheck, useZipPlace } from "#data/zip-lookup/queries.ts";
import { FormText } from "./form-fields.tsx";

interface Place {
  readonly zipCode?: string | null;
  readonly city?: string | null;
  readonly state?: string | null;
}

interface FormCityProps {
  /** Says what an unknown city means, such as `visitors see only Texas`. */
  readonly unknownHint: (state: string) => string;
  /** False until someone has typed, so that a stored place isn't doubted. */
  readonly isChecked: boolean;
  readonly onUserInput?: (() => void) | undefined;
}

/** City and state. The state is stored as its code, whatever way it was typed. */
export const FormCityAndState = ({ unknownHint, isChecked, onUserInput }: FormCityProps) => {
  const [city, state] = useWatch<Place, ["city", "state"]>({ name: ["city", "state"] });
  const unknownIn = useCityCheck(isChecked ? (city ?? "") : "", state ?? "");
  return (
    <>
      <FormText<Place>
        name="city"
        label="City"
        description={unknownIn && unknownHint(unknownIn)}
        onUserInput={onUserInput}
      />
      <FormText<Place>
        name="state"
        label="State"
        suggestions={STATES}
        tidy={toStateCode}
        onUserInput={onUserInput}
      />
    </>
  );
};

const getUnknownHint = (state: string): string =>
  `We don't know a city of this name in ${state}. Please check it.`;

/**
 * ZIP code, city, and state. Typing a ZIP code clears the city and state, then fills in the ones that the lookup finds.
 * Both can be edited. The form asks about a ZIP code of another state (address-question.ts).
 */
export const FormPlace = () => {
  const { setValue } = useFormContext();
  const zipCode = useWatch<Place, "zipCode">({ name: "zipCode" });
  const [isZipEdited, setZipEdited] = useState(false);
  const [isCityEdited, setCityEdited] = useState(false);
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
          setCityEdited(false);
          setPlace({ city: null, state: null });
        }}
        description={isLookingUp ? "Looking up the city…" : hint}
      />
      <FormCityAndState
        unknownHint={getUnknownHint}
        isChecked={isCityEdited}
        onUserInput={() => setCityEdited(true)}
      />
    </div>
  );
};
