import { useState } from "react";
import type { AdminReport } from "#data/financial-reports/resource.ts";
import { formatFileSize } from "#lib/format-file-size.ts";
import { LongDate } from "#lib/time/dates.tsx";
import { RowAction, RowMenu } from "#kit/lists/row-menu.tsx";
import { StatusBadge, type StatusLooks } from "#kit/lists/status-badge.tsx";
import { useOpenedRecord } from "#kit/lists/use-opened-record.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialogs/dialog.tsx";
import { ReportActions } from "./report-actions.tsx";
import { ReportPicture } from "./report-picture.tsx";
import { ReportPreview } from "./report-preview.tsx";

/** The labels of published and unpublished reports, keyed by `published`. */
export const REPORT_STATUS = {
  true: { label: "Published" },
  false: { label: "Unpublished" },
} satisfies StatusLooks;

export interface ReportCardProps {
  readonly report: AdminReport;
  readonly onEdit: () => void;
}

/** A report with its actions, which are in a drawer on screens narrower than 768 pixels. */
export const AdminReportCard = ({ report, onEdit }: ReportCardProps) => {
  const { id, description, filename, published, createdAt, fileSize: bytes } = report;
  const [isDrawerOpen, setDrawerOpen] = useState(false);
  const openedPreview = useOpenedRecord("preview", { panel: "financial-reports" });
  const closeDrawer = () => setDrawerOpen(false);
  const actions = (
    <ReportActions
      report={report}
      onView={() => {
        closeDrawer();
        openedPreview.open(id);
      }}
    />
  );
  const editAction = (
    <RowAction
      aria-label={`Edit ${description}`}
      onClick={() => {
        closeDrawer();
        onEdit();
      }}
    >
      Edit
    </RowAction>
  );
  return (
    <article aria-label={description} className="flex gap-4 max-sm:flex-col">
      <button
        type="button"
        aria-label={`Preview ${description}`}
        aria-haspopup="dialog"
        className="rounded-box block shrink-0 cursor-pointer self-start overflow-hidden w-44"
        onClick={() => openedPreview.open(id)}
      >
        <ReportPicture report={report} className="aspect-video w-full object-cover" />
      </button>
      <div className="min-w-0 flex-1">
        <div className="flex items-start justify-between gap-2">
          <h3 className="min-w-0 font-semibold break-words">{description}</h3>
          <StatusBadge looks={REPORT_STATUS} status={`${published}`} />
        </div>
        <p className="quiet mt-1 text-sm break-all">
          {filename}
          {bytes !== null && `, ${formatFileSize(bytes)}`}
          <br />
          Uploaded on <LongDate moment={createdAt} />
        </p>
        <div className="mt-3 flex flex-wrap gap-2 max-md:hidden">
          {editAction}
          <RowMenu name={description}>{actions}</RowMenu>
        </div>
        <Button
          variant="outline"
          size="sm"
          className="mt-3 md:hidden"
          aria-haspopup="dialog"
          aria-label={`Actions for ${description}`}
          onClick={() => setDrawerOpen(true)}
        >
          Actions
        </Button>
      </div>
      <Dialog
        open={isDrawerOpen}
        onClose={closeDrawer}
        placement="bottom"
        title="Report Actions"
        description={description}
      >
        <div className="grid gap-2">
          {editAction}
          {actions}
        </div>
      </Dialog>
      <ReportPreview report={report} open={openedPreview.id === id} onClose={openedPreview.close} />
    </article>
  );
};
