import { sql } from "./stack.ts";

/** SQL for dates in the organization's time zone, without the project's own functions. */
export const zone = sql`(select time_zone from public.settings)`;
export const today = sql`(now() at time zone ${zone})::date`;
export const thisMonth = sql`date_trunc('month', ${today}::timestamp)::date`;
export const toDate = (moment: string) => sql`(${sql(moment)} at time zone ${zone})::date`;
