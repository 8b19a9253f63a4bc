import { financialReportEndpoints } from "#contracts/financial-reports.ts";
import { financialReports, type AdminReport } from "#data/financial-reports/resource.ts";
import { AddButton } from "#kit/lists/add-button.tsx";
import { RecordList, type ListView } from "#kit/lists/record-list.tsx";
import { labelsOf } from "#kit/lists/status-badge.tsx";
import { NEW_RECORD_ID, useOpenedRecord, useRecordOf } from "#kit/lists/use-opened-record.ts";
import { AdminReportCard, REPORT_STATUS } from "./report-card.tsx";
import { ReportEditor } from "./report-editor.tsx";

const ORDERS = {
  "-createdAt": "Newest first",
  createdAt: "Oldest first",
  filename: "File name (A to Z)",
  "-filename": "File name (Z to A)",
};
const FILTERS = [{ name: "published", label: "Status", options: labelsOf(REPORT_STATUS) }];

const useOpenedReport = () => useOpenedRecord("edit", { panel: "financial-reports" });

/** Shows the report being added or edited. */
const OpenedReport = ({ rows }: ListView<AdminReport>) => {
  const { id, close } = useOpenedReport();
  const report = useRecordOf(rows, id);
  return (
    (report || id === NEW_RECORD_ID) && (
      <section aria-label={report ? "Edit a report" : "Upload a report"} className="mb-6">
        <ReportEditor key={report?.id} report={report} onDone={close} />
      </section>
    )
  );
};

export const Reports = () => {
  const { id, open } = useOpenedReport();
  return (
    <RecordList
      pluralNoun="financial reports"
      list={financialReportEndpoints.listReports.list}
      resource={financialReports}
      filters={FILTERS}
      orders={ORDERS}
      loadingText="Loading financial reports..."
      exportEndpoint="GET /api/financial-reports/export"
      renderListActions={() =>
        id !== NEW_RECORD_ID && (
          <AddButton label="Add financial report" onClick={() => open(NEW_RECORD_ID)} />
        )
      }
      renderAbove={(view) => <OpenedReport {...view} />}
      renderCard={(report) => <AdminReportCard report={report} onEdit={() => open(report.id)} />}
    />
  );
};
