import { toStateCode } from "#contracts/states.ts";
import { findPlaceProblem } from "#rules/zip-states.ts";
import { TextField } from "#ui/fields/field.tsx";
import type { ManualPlace } from "./application.ts";
import type { usePlace } from "./use-place.ts";

export interface PlaceFieldsProps {
  readonly lookup: ReturnType<typeof usePlace>;
  readonly disabled: boolean;
  readonly onPlaceChange: (place: Omit<ManualPlace, "zipCode">) => void;
}

const getLookupHint = ({ isLookingUp, hasFailed, place, zipCode }: PlaceFieldsProps["lookup"]) => {
  if (isLookingUp) return "Looking up your city…";
  const problem = findPlaceProblem(zipCode, place.state);
  if (problem !== null) return `${problem} Please check it.`;
  return hasFailed
    ? "We couldn't find a city for this ZIP code. Please enter your city and state."
    : "";
};

/** City and state, filled in from the ZIP code and editable only if the lookup fails. */
export const PlaceFields = ({ lookup, disabled, onPlaceChange }: PlaceFieldsProps) => {
  const { place, hasFailed } = lookup;
  const field = (name: "city" | "state") => ({
    value: place[name],
    readOnly: !hasFailed,
    placeholder: hasFailed ? undefined : "From your ZIP code",
    disabled,
    onValue: (value: string) => onPlaceChange({ ...place, [name]: value }),
  });
  return (
    <>
      <TextField {...field("city")} label="City" autoComplete="off" maxLength={100} />
      <TextField
        {...field("state")}
        label="State"
        autoComplete="off"
        maxLength={50}
        onBlur={() => {
          if (hasFailed) onPlaceChange({ ...place, state: toStateCode(place.state) });
        }}
      />
      <output className="quiet text-sm empty:hidden sm:col-span-2">{getLookupHint(lookup)}</output>
    </>
  );
};
