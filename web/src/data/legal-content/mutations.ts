import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api, type ApiOptions } from "#lib/api/api-client.ts";
import { invalidateReads, readQuery } from "../read-query.ts";
import { type LegalContentKey, legalContentQuery } from "./queries.ts";

/**
 * For the editor. Fetches the text as an administrator and doesn't cache it, so the editor never gets a visitor's
 * cached copy.
 */
export const useStoredLegalContent = (key: LegalContentKey) =>
  useQuery({
    ...readQuery("GET /api/legal-content/:key", { as: "admin", params: { key } }),
    gcTime: 0,
    staleTime: Infinity,
  });

/** Puts the saved text into the cache, so that the page shows it immediately. */
export const useSaveLegalContent = (key: LegalContentKey) => {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: ApiOptions<"PUT /api/legal-content/:key">["body"]) =>
      api("PUT /api/legal-content/:key", { as: "admin", params: { key }, body }),
    onSuccess: (savedContent) => {
      queryClient.setQueryData(legalContentQuery(key).queryKey, savedContent);
      return invalidateReads(queryClient, ["GET /api/legal-content/:key/versions"]);
    },
  });
};
