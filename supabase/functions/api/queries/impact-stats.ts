import type { z } from "zod";
import type { impactStats } from "../../_shared/contracts/impact-stats.ts";
import type { Sql } from "../../_shared/clients/database.ts";

type ImpactStats = z.input<typeof impactStats>;

/** Opening balances plus recorded deliveries and confirmed hours. */
export async function readImpactStats(sql: Sql): Promise<ImpactStats> {
  const [row] = await sql<[{ stats: ImpactStats }]>`select private.impact_stats() as stats`;
  return row.stats;
}
