import { useZipPlace } from "#data/zip-lookup/queries.ts";
import { NO_PLACE_BY_HAND, type PlaceByHand } from "./application.ts";

/** Looks up city and state while the ZIP code is typed, with manual entry if that fails. */
export const usePlace = (zipCode: string, placeByHand: PlaceByHand = NO_PLACE_BY_HAND) => {
  const { place, isLookingUp, hasFailed } = useZipPlace(zipCode);
  const { city, state } =
    place ?? (placeByHand.zipCode === zipCode.trim() ? placeByHand : NO_PLACE_BY_HAND);
  return { place: { city, state }, isLookingUp, hasFailed };
};
