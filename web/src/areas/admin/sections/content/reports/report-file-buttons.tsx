import Download from "lucide-react/icons/download";
import ExternalLink from "lucide-react/icons/external-link";
import type { ReactNode } from "react";
import { useFetchReportFile, type AdminReport } from "#data/financial-reports/resource.ts";
import { createTemporaryUrl, saveFile } from "#lib/api/save-file.ts";
import { RowAction, RowLink } from "#kit/lists/row-menu.tsx";
import { showFailure } from "#ui/messages/show-failure.ts";

const DOWNLOAD_FAILURE = {
  title: "Download Failed",
  fallback: "We couldn't load the file. Please try again.",
};

export interface ReportFileButtonProps {
  readonly report: AdminReport;
}

interface FetchFileButtonProps extends ReportFileButtonProps {
  readonly label: string;
  /** Opens a tab during the click, because browsers block a tab that is opened after the fetch. */
  readonly onBeforeFetch?: () => Window | null;
  readonly onFileLoaded: (file: Blob, tab: Window | null) => void;
  readonly children: ReactNode;
}

/** A button that fetches an unpublished file with the administrator's token. */
const FetchFileButton = ({
  report,
  label,
  onBeforeFetch,
  onFileLoaded,
  children,
}: FetchFileButtonProps) => {
  const fetchFile = useFetchReportFile();
  const fetchReport = () => {
    const tab = onBeforeFetch?.() ?? null;
    fetchFile.mutate(report.id, {
      onSuccess: (file) => onFileLoaded(file, tab),
      onError: (error) => {
        tab?.close();
        showFailure("A report's file could not be loaded", error, DOWNLOAD_FAILURE);
      },
    });
  };
  return (
    <RowAction busy={fetchFile.isPending} aria-label={label} onClick={fetchReport}>
      {children}
    </RowAction>
  );
};

const openTab = (): Window | null => window.open("", "_blank");

const showInTab = (file: Blob, tab: Window | null) => {
  if (tab) tab.location.href = createTemporaryUrl(file);
};

export interface OpenReportProps extends ReportFileButtonProps {
  readonly children: string;
}

export const OpenReport = ({ report, children }: OpenReportProps) => {
  const label = `${children}: ${report.description}`;
  const content = (
    <>
      <ExternalLink aria-hidden="true" size={16} />
      {children}
    </>
  );
  return report.published ? (
    <RowLink
      to={report.fileUrl}
      reloadDocument
      target="_blank"
      rel="noopener noreferrer"
      aria-label={label}
    >
      {content}
    </RowLink>
  ) : (
    <FetchFileButton report={report} label={label} onBeforeFetch={openTab} onFileLoaded={showInTab}>
      {content}
    </FetchFileButton>
  );
};

export const DownloadReport = ({ report }: ReportFileButtonProps) => {
  const { published, fileUrl, filename, description } = report;
  const label = `Download: ${description}`;
  const content = (
    <>
      <Download aria-hidden="true" size={16} />
      Download
    </>
  );
  return published ? (
    <RowLink to={fileUrl} reloadDocument download={filename} aria-label={label}>
      {content}
    </RowLink>
  ) : (
    <FetchFileButton
      report={report}
      label={label}
      onFileLoaded={(file) => saveFile(file, filename)}
    >
      {content}
    </FetchFileButton>
  );
};
