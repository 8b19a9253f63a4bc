import { queryOptions, useQuery } from "@tanstack/react-query";
import { ZIP_CODE_PATTERN } from "#contracts/limits.ts";
import { isMilitaryMail } from "#rules/named-places.ts";
import { readState } from "#contracts/states.ts";
import { api } from "#lib/api/api-client.ts";
import { logError } from "#lib/log.ts";
import { useDebounced } from "#lib/use-debounced.ts";

export const zipPlaceQuery = (zip: string) =>
  queryOptions({
    queryKey: ["GET /api/zip-lookup/:zip", zip],
    queryFn: async ({ signal }) => {
      try {
        return await api("GET /api/zip-lookup/:zip", { params: { zip }, signal });
      } catch (error) {
        // Only log the error, because users can also type the place (NOTE-16).
        logError("ZIP lookup failed", error);
        throw error;
      }
    },
  });

const LOOKUP_DELAY_MS = 500;

/** Looks up the city and state once the user has stopped typing. */
export const useZipPlace = (input: string) => {
  const zip = input.trim();
  const debouncedZip = useDebounced(zip, LOOKUP_DELAY_MS);
  const isValid = ZIP_CODE_PATTERN.test(zip);
  const isSettled = isValid && zip === debouncedZip;
  const lookup = useQuery({
    ...zipPlaceQuery(debouncedZip),
    enabled: ZIP_CODE_PATTERN.test(debouncedZip),
  });
  return {
    place: isSettled ? lookup.data : undefined,
    isLookingUp: isValid && (!isSettled || lookup.isFetching),
    hasFailed: isSettled && lookup.isError && !lookup.isFetching,
  };
};

/**
 * Checks a city once the user has stopped typing. Returns the code of a state that doesn't have it. Says nothing about
 * military mail, or while the state is unknown or the check fails.
 */
export const useCityCheck = (typedCity: string, typedState: string): string | null => {
  const city = typedCity.trim();
  const state = readState(typedState);
  const debounced = useDebounced(`${state} ${city}`, LOOKUP_DELAY_MS);
  const isCheckable =
    state !== null && !isMilitaryMail({ city, state }) && city !== "" && city !== "Unknown";
  const isSettled = isCheckable && debounced === `${state} ${city}`;
  const { data } = useQuery({
    queryKey: ["GET /api/zip-lookup", { city, state }],
    queryFn: ({ signal }) =>
      api("GET /api/zip-lookup", { query: { city, state: state ?? "" }, signal }),
    enabled: isSettled,
  });
  return isSettled && data?.isKnown === false ? state : null;
};
