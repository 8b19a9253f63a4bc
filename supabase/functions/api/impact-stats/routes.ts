import { impactStatsEndpoints } from "../../_shared/contracts/impact-stats.ts";
import { implement } from "../../_shared/http/handlers.ts";
import { readImpactStats, readOpeningBalances, updateOpeningBalances } from "./queries.ts";

export default implement(impactStatsEndpoints, {
  getImpactStats: ({ asCaller }) => asCaller(readImpactStats),
  getOpeningBalances: ({ asCaller }) => asCaller(readOpeningBalances),
  updateOpeningBalances: ({ asCaller, body }) =>
    asCaller((sql) => updateOpeningBalances(sql, body)),
});
