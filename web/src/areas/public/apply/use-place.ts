import { useState } from "react";
import { ZIP_CODE_PATTERN } from "#contracts/limits.ts";
import { useZipPlace } from "../../../data/zip-lookup/queries.ts";
import { useDebounced } from "../../../lib/use-debounced.ts";

const LOOKUP_DELAY_MS = 500;

export interface Place {
  readonly city: string;
  readonly state: string;
}

const NOWHERE: Place = { city: "", state: "" };

/** City and state of the ZIP code being typed; entered by hand where the lookup fails. */
export const usePlace = (zipCode: string) => {
  const zip = zipCode.trim();
  const settled = useDebounced(zip, LOOKUP_DELAY_MS);
  const lookup = useZipPlace(settled);
  const [typed, setTyped] = useState({ zip: "", place: NOWHERE });

  const isSettled = zip === settled && ZIP_CODE_PATTERN.test(zip);
  const found = isSettled ? lookup.data : undefined;
  // Typed for another ZIP code it counts no more.
  const byHand = typed.zip === zip ? typed.place : NOWHERE;
  return {
    place: found ?? byHand,
    isLookingUp: ZIP_CODE_PATTERN.test(zip) && (!isSettled || lookup.isFetching),
    isFound: found !== undefined,
    hasFailed: isSettled && lookup.isError && !lookup.isFetching,
    setByHand: (place: Place) => setTyped({ zip, place }),
  };
};
