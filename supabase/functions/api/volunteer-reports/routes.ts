import { volunteerReportEndpoints } from "../../_shared/contracts/volunteer-reports.ts";
import { implement } from "../../_shared/http/handlers.ts";
import { createTextResponse } from "../../_shared/http/raw-responses.ts";
import { CSV_START, formatCsvRow } from "../../_shared/rules/csv.ts";
import { readVolunteerReport, type ReportFigures, readToday } from "./queries.ts";

const formatRow = (label: string, { hours, handedInHours, people, shifts }: ReportFigures) =>
  formatCsvRow([label, hours, handedInHours, people, shifts]);

export default implement(volunteerReportEndpoints, {
  readVolunteerReport: ({ asAdminReader, query }) =>
    asAdminReader((sql) => readVolunteerReport(sql, query)),
  downloadVolunteerReport: ({ asAdminReader, query }) =>
    asAdminReader(async (sql) => {
      const { total, months } = await readVolunteerReport(sql, query);
      const heading = formatCsvRow([
        "Month",
        "Hours",
        "Of which outside shifts",
        "People",
        "Shifts",
      ]);
      const rows = months.map((row) => formatRow(row.month, row));
      const text = CSV_START + heading + rows.join("") + formatRow("Whole period", total);
      return createTextResponse("text/csv", text, `volunteer-report-${await readToday(sql)}.csv`);
    }),
});
