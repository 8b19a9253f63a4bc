import { useQuery } from "@tanstack/react-query";
import { readQuery } from "../read-query.ts";

export type LegalContentKey = "privacy_policy" | "terms_policy";

export const useLegalContent = (key: LegalContentKey) =>
  useQuery(readQuery("GET /api/legal-content/:key", { params: { key } }));
