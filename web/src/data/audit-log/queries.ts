import { useQuery } from "@tanstack/react-query";
import type { ApiOutput } from "#lib/api/api-client.ts";
import { readQuery } from "../read-query.ts";

/** The options for filtering the audit log. */
export const useAuditFilters = () =>
  useQuery(readQuery("GET /api/audit-log/filters", { as: "admin" }));

export type AuditFilters = ApiOutput<"GET /api/audit-log/filters">;
