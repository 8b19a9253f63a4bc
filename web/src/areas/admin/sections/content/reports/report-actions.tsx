import { getReportKind } from "#rules/report-files.ts";
import {
  financialReports,
  usePublishReport,
  type AdminReport,
} from "#data/financial-reports/resource.ts";
import { DeleteButton } from "#kit/forms/delete-button.tsx";
import { RowAction } from "#kit/lists/row-menu.tsx";
import { showFailure } from "#ui/messages/show-failure.ts";
import { showSuccess } from "#ui/messages/show-success.ts";
import { DownloadReport, OpenReport } from "./report-file-buttons.tsx";

const DELETION_TEXT = {
  success: "Report deleted",
  prefersServerMessage: true,
  failure: { title: "Delete Failed", fallback: "We couldn't delete the report. Please try again." },
};

const PublishButton = ({ report }: { readonly report: AdminReport }) => {
  const publish = usePublishReport();
  const label = report.published ? "Unpublish" : "Publish";
  const togglePublished = () =>
    publish.mutate(
      { id: report.id, published: !report.published },
      {
        onSuccess: ({ message }) => showSuccess(message),
        onError: (error) =>
          showFailure(`${label} failed`, error, {
            title: "Update Failed",
            fallback: "We couldn't update the report. Please try again.",
            goneText: "Someone deleted this financial report.",
          }),
      },
    );
  return (
    <RowAction
      busy={publish.isPending}
      aria-label={`${label} ${report.description}`}
      onClick={togglePublished}
    >
      {label}
    </RowAction>
  );
};

export interface ReportActionsProps {
  readonly report: AdminReport;
  readonly onView: () => void;
}

/**
 * A report's actions besides Edit. PDFs open in a tab, images and tables open in a preview, and office files can only be downloaded.
 */
export const ReportActions = ({ report, onView }: ReportActionsProps) => {
  const { description, filename } = report;
  const kind = getReportKind(filename);
  return (
    <>
      {kind === "pdf" && <OpenReport report={report}>Open PDF</OpenReport>}
      {kind === "other" && (
        <RowAction aria-label={`View File: ${description}`} onClick={onView}>
          View File
        </RowAction>
      )}
      <DownloadReport report={report} />
      <PublishButton report={report} />
      <DeleteButton
        noun="financial report"
        resource={financialReports}
        question={`Are you sure you want to delete "${description}"? This action cannot be undone.`}
        record={report}
        name={description}
        texts={DELETION_TEXT}
      />
    </>
  );
};
