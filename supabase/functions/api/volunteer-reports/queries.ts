import type { Sql } from "../../_shared/clients/database.ts";
import type { Output, ParsedInput } from "../../_shared/contracts/endpoint.ts";
import type { volunteerReportEndpoints } from "../../_shared/contracts/volunteer-reports.ts";

export { readToday } from "../../_shared/queries/today.ts";

type Endpoints = typeof volunteerReportEndpoints;
type Period = ParsedInput<Endpoints["readVolunteerReport"]>["query"];
type Report = Output<Endpoints["readVolunteerReport"]>;
export type ReportFigures = Report["total"];

/** Returns the figures of a period. A person who came in several months is one person in the total. */
export async function readVolunteerReport(sql: Sql, { from, to }: Period): Promise<Report> {
  const rows = await sql<(ReportFigures & { readonly month: string | null })[]>`
    select to_char(month, 'YYYY-MM') as month, hours, handed_in_hours, people, shifts
    from private.volunteer_report(${from ?? "-infinity"}::date, ${to ?? "infinity"}::date)`;
  const [total, ...months] = rows;
  return { total: total!, months: months.map((row) => ({ ...row, month: row.month ?? "" })) };
}
