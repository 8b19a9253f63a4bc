import { ZIP_CODE_PATTERN } from "#contracts/limits.ts";
import { useZipPlace } from "../../../data/zip-lookup/queries.ts";
import { useDebounced } from "../../../lib/use-debounced.ts";
import { NO_PLACE_BY_HAND, type PlaceByHand } from "./application.ts";

const LOOKUP_DELAY_MS = 500;

/** City and state of the ZIP code being typed; entered by hand where the lookup fails. */
export const usePlace = (zipCode: string, byHand: PlaceByHand = NO_PLACE_BY_HAND) => {
  const zip = zipCode.trim();
  const settled = useDebounced(zip, LOOKUP_DELAY_MS);
  const lookup = useZipPlace(settled);

  const isSettled = zip === settled && ZIP_CODE_PATTERN.test(zip);
  const found = isSettled ? lookup.data : undefined;
  const { city, state } = found ?? (byHand.zipCode === zip ? byHand : NO_PLACE_BY_HAND);
  return {
    place: { city, state },
    isLookingUp: ZIP_CODE_PATTERN.test(zip) && (!isSettled || lookup.isFetching),
    isFound: found !== undefined,
    hasFailed: isSettled && lookup.isError && !lookup.isFetching,
  };
};
