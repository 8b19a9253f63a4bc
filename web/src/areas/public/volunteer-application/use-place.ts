import { useZipPlace } from "#data/zip-lookup/queries.ts";
import { NO_PLACE_BY_HAND, type PlaceByHand } from "./application.ts";

/** Looks up city and state while the ZIP code is typed, with manual entry if that fails. */
export const usePlace = (zipCode: string, byHand: PlaceByHand = NO_PLACE_BY_HAND) => {
  const { found, isLookingUp, hasFailed } = useZipPlace(zipCode);
  const { city, state } = found ?? (byHand.zipCode === zipCode.trim() ? byHand : NO_PLACE_BY_HAND);
  return { place: { city, state }, isLookingUp, hasFailed };
};
