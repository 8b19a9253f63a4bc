import { impactStatsEndpoints } from "../../_shared/contracts/impact-stats.ts";
import { implement } from "../../_shared/http/handlers.ts";
import {
  readImpactStats,
  readOpeningBalances,
  updateOpeningBalances,
} from "../queries/impact-stats.ts";

export const impactStatsHandlers = implement(impactStatsEndpoints, {
  getImpactStats: ({ services, caller }) => services.database.as(caller, readImpactStats),
  getOpeningBalances: ({ services, caller }) => services.database.as(caller, readOpeningBalances),
  updateOpeningBalances: ({ services, caller, body }) =>
    services.database.as(caller, (sql) => updateOpeningBalances(sql, body)),
});
