import { isShownByBrowsers, readReportExtension } from "#rules/report-files.ts";
import { useReportText, type AdminReport } from "#data/financial-reports/resource.ts";
import { Dialog } from "#ui/dialogs/dialog.tsx";
import { ReportPlaceholder } from "#ui/documents/report-placeholder.tsx";
import { Skeleton } from "#ui/states.tsx";
import { DownloadReport, OpenReport } from "./report-file-buttons.tsx";
import { ReportPicture } from "./report-picture.tsx";

const PREVIEW_LENGTH = 5000;

/** Shows a CSV file as text, because browsers would download it instead of opening it. */
const CsvText = ({ report }: { readonly report: AdminReport }) => {
  const { data: text, isError } = useReportText(report.id);
  if (isError) return <ReportPlaceholder isPdf={false} />;
  if (text === undefined) return <Skeleton className="h-60" />;
  return (
    <pre
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keyboard users must be able to scroll this box
      tabIndex={0}
      aria-label="File contents"
      className="bg-base-200 max-h-[60dvh] overflow-auto p-4 text-sm"
    >
      {text.slice(0, PREVIEW_LENGTH)}
      {text.length > PREVIEW_LENGTH && "…"}
    </pre>
  );
};

export interface ReportPreviewProps {
  readonly report: AdminReport;
  readonly open: boolean;
  readonly onClose: () => void;
}

export const ReportPreview = ({ report, open, onClose }: ReportPreviewProps) => (
  <Dialog
    open={open}
    onClose={onClose}
    isInUrl
    size="lg"
    title={report.description}
    description={report.filename}
  >
    <div className="rounded-box overflow-hidden">
      {readReportExtension(report.filename) === "csv" ? (
        <CsvText report={report} />
      ) : (
        <ReportPicture
          report={report}
          className="bg-base-200 max-h-[60dvh] w-full object-contain"
        />
      )}
    </div>
    <div className="mt-4 flex flex-wrap gap-2">
      <DownloadReport report={report} />
      {isShownByBrowsers(report.filename) && (
        <OpenReport report={report}>Open in new tab</OpenReport>
      )}
    </div>
  </Dialog>
);
