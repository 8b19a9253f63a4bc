import { financialReportEndpoints } from "../../_shared/contracts/financial-reports.ts";
import { implement } from "../../_shared/http/handlers.ts";
import { listPublishedReports } from "../queries/financial-reports.ts";

export const financialReportHandlers = implement(financialReportEndpoints, {
  listPublishedReports: ({ services, caller, query }) =>
    services.database.as(caller, (sql) => listPublishedReports(sql, query)),
});
