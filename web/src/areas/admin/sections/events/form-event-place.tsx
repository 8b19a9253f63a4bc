import type { z } from "zod";
import type { createEventInput } from "#contracts/events.ts";
import { locations, type Location } from "#data/locations/resource.ts";
import { useRecords } from "#data/resource.ts";
import { FormSelectOrText } from "#kit/forms/form-select-or-text.tsx";

const LOCATION_QUERY = { sort: "name", limit: 200 };

/** Formats an address, such as `Readiness Center, 36000 Darnall Loop, Killeen, TX 76544` (AEVT-12). */
const formatAddress = ({ name, address, city, state, zipCode }: Location): string =>
  [name, address, city, [state, zipCode].filter(Boolean).join(" ")].filter(Boolean).join(", ");

/** Event addresses are public, so military mail locations are excluded, as are inactive ones. */
const canBePublic = ({ isActive, isMilitaryMail }: Location) => isActive && !isMilitaryMail;

const toOption = (location: Location) =>
  [
    formatAddress(location),
    location.city ? `${location.name}, ${location.city}` : location.name,
  ] as const;

/** Lets the administrator choose a saved location or enter another address. */
export const FormEventPlace = () => {
  const { data, isError } = useRecords(locations, LOCATION_QUERY);
  const rows = isError ? [] : data?.rows;
  return (
    <FormSelectOrText<z.input<typeof createEventInput>>
      name="address"
      label="Location"
      options={rows && Object.fromEntries(rows.filter(canBePublic).map(toOption))}
      otherOption="Other address"
      otherLabel="Address"
      description={
        isError ? "We couldn't load your saved locations. Enter the address instead." : undefined
      }
    />
  );
};
