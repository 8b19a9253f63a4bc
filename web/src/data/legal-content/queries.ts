import { useQuery } from "@tanstack/react-query";
import { readQuery } from "../read-query.ts";

export type LegalContentKey = "privacy_policy" | "terms_policy";

export const legalContentQuery = (key: LegalContentKey) =>
  readQuery("GET /api/legal-content/:key", { params: { key } });

export const useLegalContent = (key: LegalContentKey) => useQuery(legalContentQuery(key));

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
