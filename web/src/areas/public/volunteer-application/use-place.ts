import { useZipPlace } from "#data/zip-lookup/queries.ts";
import { NO_MANUAL_PLACE, type ManualPlace } from "./application.ts";

/** Looks up the city and state as the ZIP code is typed. If the lookup fails, visitors enter them. */
export const usePlace = (zipCode: string, manualPlace: ManualPlace = NO_MANUAL_PLACE) => {
  const { place, isLookingUp, hasFailed } = useZipPlace(zipCode);
  const { city, state } =
    place ?? (manualPlace.zipCode === zipCode.trim() ? manualPlace : NO_MANUAL_PLACE);
  return { zipCode, place: { city, state }, isLookingUp, hasFailed };
};
