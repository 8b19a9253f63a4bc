import { useQuery } from "@tanstack/react-query";
import type { ApiOutput } from "#lib/api/api-client.ts";
import { readQuery } from "../read-query.ts";
import { resource } from "../resource.ts";

export type AuditEntry = ApiOutput<"GET /api/audit-log", "admin">[number];

export const auditLog = resource({ list: "GET /api/audit-log", isRefetchedOnMount: true });

/** The values that the audit log can be filtered by. */
export const useAuditFilters = () =>
  useQuery(readQuery("GET /api/audit-log/filters", { as: "admin" }));

export type AuditFilters = ApiOutput<"GET /api/audit-log/filters">;
