import Plus from "lucide-react/icons/plus";
import { useState } from "react";
import { financialReportEndpoints } from "#contracts/financial-reports.ts";
import { financialReports, type AdminReport } from "#data/financial-reports/resource.ts";
import { useRecords } from "#data/resource.ts";
import { CardList } from "#kit/card-list.tsx";
import { ExportButton } from "#kit/export-button.tsx";
import { useListAddress } from "#kit/use-list-address.ts";
import { labelsOf } from "#kit/status-badge.tsx";
import { Button } from "#ui/button.tsx";
import { AdminReportCard, REPORT_STATUS } from "./report-card.tsx";
import { ReportEditor } from "./report-editor.tsx";

const PAGE_SIZE = 20;
const { sorts } = financialReportEndpoints.listReports.list;
const ORDERS = {
  "-createdAt": "Newest first",
  createdAt: "Oldest first",
  filename: "File name (A to Z)",
  "-filename": "File name (Z to A)",
};
const FILTERS = [{ name: "published", label: "Status", options: labelsOf(REPORT_STATUS) }];

export const Reports = () => {
  const list = useListAddress({ sorts, filters: ["published"], pageSize: PAGE_SIZE });
  const query = useRecords(financialReports, list.query);
  const [edited, setEdited] = useState<AdminReport | "new" | null>(null);
  const close = () => setEdited(null);
  const record = edited === "new" ? null : edited;
  return (
    <>
      {edited ? (
        <section aria-label={record ? "Edit a report" : "Upload a report"} className="mb-6">
          <ReportEditor key={record?.id} report={record} onDone={close} />
        </section>
      ) : (
        <div className="mb-6 flex flex-wrap gap-2">
          <Button onClick={() => setEdited("new")}>
            <Plus aria-hidden="true" size={18} />
            Add financial report
          </Button>
          <ExportButton
            caption="financial reports"
            from="GET /api/financial-reports/export"
            list={list}
          />
        </div>
      )}
      <CardList
        caption="financial reports"
        orders={ORDERS}
        filters={FILTERS}
        list={list}
        query={query}
        loading="Loading financial reports..."
        empty="No financial reports yet"
        renderCard={(report) => (
          <AdminReportCard report={report} onEdit={() => setEdited(report)} />
        )}
      />
    </>
  );
};
