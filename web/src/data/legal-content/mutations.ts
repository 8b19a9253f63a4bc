import { useQuery } from "@tanstack/react-query";
import type { ApiOptions } from "#lib/api/api-client.ts";
import { mutation } from "../mutation.ts";
import { readQuery } from "../read-query.ts";
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
export const useSaveLegalContent = mutation("PUT /api/legal-content/:key", {
  request: (body: ApiOptions<"PUT /api/legal-content/:key">["body"], key: LegalContentKey) => ({
    as: "admin",
    params: { key },
    // The server keeps its own time (LEGAL-15).
    body: { ...body, lastUpdated: new Date().toISOString() },
  }),
  onSuccess: (savedContent, _body, queryClient, key) =>
    queryClient.setQueryData(legalContentQuery(key).queryKey, savedContent),
  invalidates: ["GET /api/legal-content/:key/versions"],
  unaffected: { "GET /api/legal-content/:key": "The cache already has the saved text." },
});
