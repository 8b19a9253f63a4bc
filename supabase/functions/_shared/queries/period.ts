import type { Sql } from "../clients/database.ts";

interface Period {
  readonly begin: string | null;
  readonly end: string | null;
}

/** Whole days in the organisation's time zone. Asked for beforehand: pages are planned well for moments they know. */
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
