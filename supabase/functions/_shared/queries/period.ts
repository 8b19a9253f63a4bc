import type { Sql } from "../clients/database.ts";

interface Period {
  readonly begin: string | null;
  readonly end: string | null;
}

/**
 * Returns the period's start and end as timestamps, for whole days in the organization's time zone. This is a separate
 * query, because list queries get better plans with constants.
 */
export async function readPeriod(
  sql: Sql,
  from: string | undefined,
  to: string | undefined,
): Promise<Period> {
  if (from === undefined && to === undefined) return { begin: null, end: null };
  const [period] = await sql<[Period]>`
    select
      ${from ?? null}::date::timestamp at time zone private.time_zone() as begin,
      (${to ?? null}::date + 1)::timestamp at time zone private.time_zone() as end`;
  return period;
}
