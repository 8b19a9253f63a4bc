import { isShownByBrowsers } from "#rules/report-files.ts";
import type { AdminReport } from "../../../../../data/financial-reports/resource.ts";
import { Dialog } from "../../../../../ui/dialog.tsx";
import { DownloadReport, OpenReport } from "./report-file-buttons.tsx";
import { ReportPicture } from "./report-picture.tsx";

export interface ReportPreviewProps {
  readonly report: AdminReport;
  readonly open: boolean;
  readonly onClose: () => void;
}

/** A report, larger. */
export const ReportPreview = ({ report, open, onClose }: ReportPreviewProps) => (
  <Dialog
    open={open}
    onClose={onClose}
    size="lg"
    title={report.description}
    description={report.filename}
  >
    <div className="rounded-box overflow-hidden">
      <ReportPicture report={report} className="bg-base-200 max-h-[60dvh] w-full object-contain" />
    </div>
    <div className="mt-4 flex flex-wrap gap-2">
      <DownloadReport report={report} />
      {isShownByBrowsers(report.filename) && (
        <OpenReport report={report}>Open in new tab</OpenReport>
      )}
    </div>
  </Dialog>
);
