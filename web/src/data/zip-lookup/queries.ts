import { queryOptions, useQuery } from "@tanstack/react-query";
import { ZIP_CODE_PATTERN } from "#contracts/limits.ts";
import { api } from "../../lib/api-client.ts";
import { logFailure } from "../../lib/log.ts";

export const zipPlaceQuery = (zip: string) =>
  queryOptions({
    queryKey: ["GET /api/zip-lookup/:zip", zip],
    queryFn: async ({ signal }) => {
      try {
        return await api("GET /api/zip-lookup/:zip", { params: { zip }, signal });
      } catch (error) {
        // Only logged: the place can be entered by hand (P§8).
        logFailure("ZIP lookup failed", error);
        throw error;
      }
    },
  });

/** City and state of a ZIP code, asked for once it is a valid one. */
export const useZipPlace = (zip: string) =>
  useQuery({ ...zipPlaceQuery(zip), enabled: ZIP_CODE_PATTERN.test(zip) });
