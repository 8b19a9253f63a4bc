import { useState } from "react";
import { useController } from "react-hook-form";
import { locations, type Location } from "../../../../data/locations/resource.ts";
import { useRecords } from "../../../../data/resource.ts";
import { FormText } from "../../../../kit/form-fields.tsx";
import { SelectField } from "../../../../ui/select-field.tsx";

const SAVED = { sort: "name", limit: 200 };
const OTHER = "other";

/** `Readiness Center, 36000 Darnall Loop, Killeen, TX 76544` (A§5) */
const placeOf = ({ name, address, city, state, zipCode }: Location): string =>
  [name, address, city, [state, zipCode].filter(Boolean).join(" ")].filter(Boolean).join(", ");

/** Only what visitors may know: an event is public with its place. */
const canBePublic = ({ isActive, isMilitaryMail }: Location) => isActive && !isMilitaryMail;

/** One of the saved locations, or another address. */
export const FormEventPlace = () => {
  const { field, fieldState, formState } = useController({ name: "address" });
  const [isOther, setOther] = useState(false);
  const { data, isError } = useRecords(locations, SAVED);
  const saved = data?.rows.filter(canBePublic) ?? [];
  const address = String(field.value ?? "");
  const isSaved = saved.some((location) => placeOf(location) === address);
  const isTyped = isOther || (address !== "" && !isSaved && (data !== undefined || isError));

  return (
    <>
      <SelectField
        label="Location"
        required
        className="sm:col-span-2"
        value={isTyped ? OTHER : address}
        error={isTyped ? undefined : fieldState.error?.message}
        description={isError ? "The saved locations could not be loaded." : undefined}
        disabled={formState.isSubmitting}
        {...(isTyped ? {} : { ref: field.ref, name: field.name, onBlur: field.onBlur })}
        onValue={(value) => {
          setOther(value === OTHER);
          field.onChange(value === OTHER ? "" : value);
        }}
      >
        <option value="">Please choose</option>
        {saved.map((location) => (
          <option key={location.id} value={placeOf(location)}>
            {location.city ? `${location.name}, ${location.city}` : location.name}
          </option>
        ))}
        <option value={OTHER}>Other address</option>
      </SelectField>
      {isTyped && <FormText name="address" label="Address" className="sm:col-span-2" />}
    </>
  );
};
