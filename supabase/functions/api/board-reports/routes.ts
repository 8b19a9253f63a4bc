import { boardReportEndpoints } from "../../_shared/contracts/board-reports.ts";
import { implement } from "../../_shared/http/handlers.ts";
import { createPdfResponse } from "../../_shared/http/pdf-response.ts";
import { createBoardPaper } from "../../_shared/rules/board-paper.ts";
import { readLetterhead } from "../deposits/queries.ts";
import { readBoardReport } from "./queries.ts";

export default implement(boardReportEndpoints, {
  readBoardReport: ({ asAdminSnapshot, caller, query }) =>
    asAdminSnapshot((sql) => readBoardReport(sql, caller, query.year)),
  downloadBoardReport: async (call) => {
    const { year } = call.query;
    const { report, organization } = await call.asAdminSnapshot(async (sql) => ({
      report: await readBoardReport(sql, call.caller, year),
      organization: await readLetterhead(sql),
    }));
    const paper = createBoardPaper(report, organization);
    return createPdfResponse(call, () => paper, `board-report-${year}.pdf`);
  },
});
