import type { ApiOutput } from "#lib/api/api-client.ts";
import { resource } from "../resource.ts";

export type AuditEntry = ApiOutput<"GET /api/audit-log", "admin">[number];

export const auditLog = resource({ list: "GET /api/audit-log" });
