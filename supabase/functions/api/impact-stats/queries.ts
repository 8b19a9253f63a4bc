import type { z } from "zod";
import type { impactStats, impactStatsEndpoints } from "../../_shared/contracts/impact-stats.ts";
import type { Sql } from "../../_shared/clients/database.ts";
import { saveSingleton } from "../../_shared/queries/write.ts";

type ImpactStats = z.input<typeof impactStats>;

/** Returns opening totals plus recorded deliveries and confirmed hours. */
export async function readImpactStats(sql: Sql): Promise<ImpactStats> {
  const [row] = await sql<[{ stats: ImpactStats }]>`select private.impact_stats() as stats`;
  return row.stats;
}

type Balances = z.output<typeof impactStatsEndpoints.getOpeningBalances.output>["opening"] & {
  updatedAt: string | null;
};
type Changes = z.output<typeof impactStatsEndpoints.updateOpeningBalances.body>;

/** Returns zeros and no year until totals are entered. */
export async function readOpeningBalances(sql: Sql) {
  const [{ updatedAt, ...opening }] = await sql<[Balances]>`
    select
      coalesce(packages_delivered, 0) as packages_delivered,
      coalesce(families_helped, 0) as families_helped,
      coalesce(volunteer_hours, 0) as volunteer_hours,
      coalesce(veterans_served, 0) as veterans_served,
      since,
      last_updated as updated_at
    from (values (1)) as one
    left join public.impact_stats on true`;
  return { opening, shown: await readImpactStats(sql), updatedAt };
}

export const updateOpeningBalances = (sql: Sql, changes: Changes) =>
  saveSingleton(
    sql,
    { table: "impact_stats", where: () => sql`singleton`, versionColumn: "last_updated" },
    changes,
    readOpeningBalances,
  );
