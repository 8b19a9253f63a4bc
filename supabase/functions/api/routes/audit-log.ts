import { auditLogEndpoints } from "../../_shared/contracts/audit-log.ts";
import { implement } from "../../_shared/http/handlers.ts";
import { listAuditLog } from "../queries/audit-log.ts";

export const auditLogHandlers = implement(auditLogEndpoints, {
  listAuditLog: ({ services, caller, query }) =>
    services.database.asAdminReader(caller, (sql) => listAuditLog(sql, query)),
});
