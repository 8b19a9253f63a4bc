import { useQuery } from "@tanstack/react-query";
import { readQuery } from "../read-query.ts";

export type LegalContentKey = "privacy_policy" | "terms_policy";

export const legalContentQuery = (key: LegalContentKey) =>
  readQuery("GET /api/legal-content/:key", { params: { key } });

export const useLegalContent = (key: LegalContentKey) => useQuery(legalContentQuery(key));
