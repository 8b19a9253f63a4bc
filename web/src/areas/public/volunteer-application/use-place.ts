import { useZipPlace } from "#data/zip-lookup/queries.ts";
import { NO_MANUAL_PLACE, type ManualPlace } from "./application.ts";

/** Looks up city and state while the ZIP code is typed, with manual entry if that fails. */
export const usePlace = (zipCode: string, manualPlace: ManualPlace = NO_MANUAL_PLACE) => {
  const { place, isLookingUp, hasFailed } = useZipPlace(zipCode);
  const { city, state } =
    place ?? (manualPlace.zipCode === zipCode.trim() ? manualPlace : NO_MANUAL_PLACE);
  return { place: { city, state }, isLookingUp, hasFailed };
};
