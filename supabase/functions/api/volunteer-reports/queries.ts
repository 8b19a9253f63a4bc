import type { Fragment, Sql } from "../../_shared/clients/database.ts";
import type { Output, ParsedInput } from "../../_shared/contracts/endpoint.ts";
import type { volunteerReportEndpoints } from "../../_shared/contracts/volunteer-reports.ts";

type Endpoints = typeof volunteerReportEndpoints;
type Period = ParsedInput<Endpoints["readVolunteerReport"]>["query"];
type Report = Output<Endpoints["readVolunteerReport"]>;
export type ReportFigures = Report["total"];

/** Returns the figures of a period. A person who came in several months is one person in the total. */
export async function readVolunteerReport(sql: Sql, { from, to }: Period): Promise<Report> {
  const isInPeriod = (day: Fragment) =>
    sql`${day} between ${from ?? "-infinity"}::date and ${to ?? "infinity"}::date`;
  const rows = await sql<(ReportFigures & { readonly month: string | null })[]>`
    with counted as materialized (
      select shift.date, shift.person_id, shift.hours, shift.registration_id, 0.00 as handed_in_hours
      from private.counted_shifts as shift where ${isInPeriod(sql`shift.date`)}
      union all
      select entry.date, entry.person_id, entry.hours, null, entry.hours
      from private.counted_entries as entry where ${isInPeriod(sql`entry.date`)}
    )
    select to_char(date_trunc('month', date), 'YYYY-MM') as month,
      coalesce(sum(hours), 0.00) as hours, coalesce(sum(handed_in_hours), 0.00) as handed_in_hours,
      count(distinct person_id) as people, count(registration_id) as shifts
    from counted
    group by grouping sets ((date_trunc('month', date)), ())
    order by date_trunc('month', date) desc nulls first`;
  const [total, ...months] = rows;
  return { total: total!, months: months.map((row) => ({ ...row, month: row.month ?? "" })) };
}
