import type { z } from "zod";
import type { impactStats, impactStatsEndpoints } from "../../_shared/contracts/impact-stats.ts";
import type { Sql } from "../../_shared/clients/database.ts";

type ImpactStats = z.input<typeof impactStats>;

/** Opening balances plus recorded deliveries and confirmed hours. */
export async function readImpactStats(sql: Sql): Promise<ImpactStats> {
  const [row] = await sql<[{ stats: ImpactStats }]>`select private.impact_stats() as stats`;
  return row.stats;
}

type Balances = z.output<typeof impactStatsEndpoints.getOpeningBalances.output>["opening"];
type Changes = z.output<typeof impactStatsEndpoints.updateOpeningBalances.body>;

/** As long as nobody has entered any, they are 0, and of no year. */
export async function readOpeningBalances(sql: Sql) {
  const [opening] = await sql<[Balances]>`
    select
      coalesce(packages_delivered, 0) as packages_delivered,
      coalesce(families_helped, 0) as families_helped,
      coalesce(volunteer_hours, 0) as volunteer_hours,
      coalesce(veterans_served, 0) as veterans_served,
      since
    from (values (1)) as one
    left join public.impact_stats on true`;
  return { opening, shown: await readImpactStats(sql) };
}

export async function updateOpeningBalances(sql: Sql, changes: Changes) {
  if (Object.keys(changes).length > 0) {
    const values = sql(changes as Record<string, number | null>);
    const [row] = await sql`update public.impact_stats set ${values} returning id`;
    if (row === undefined) await sql`insert into public.impact_stats ${values}`;
  }
  return readOpeningBalances(sql);
}
