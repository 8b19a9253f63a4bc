import { LongDate } from "#lib/time/dates.tsx";
import Download from "lucide-react/icons/download";
import ExternalLink from "lucide-react/icons/external-link";
import { readReportExtension, getReportKind } from "#rules/report-files.ts";
import type { PublishedReport } from "#data/financial-reports/queries.ts";
import { formatFileSize } from "#lib/format-file-size.ts";
import { ReportCover } from "#ui/documents/report-cover.tsx";
import { ReportPlaceholder } from "#ui/documents/report-placeholder.tsx";

const ReportPreview = ({ report }: { readonly report: PublishedReport }) => {
  if (report.coverUrl) return <ReportCover src={report.coverUrl} alt={report.coverAlt} />;
  if (!report.previewUrl)
    return <ReportPlaceholder isPdf={getReportKind(report.filename) === "pdf"} />;
  return (
    <img
      src={report.previewUrl}
      alt=""
      width={640}
      height={360}
      loading="lazy"
      className="aspect-video w-full object-cover"
    />
  );
};

/** Returns a file's type and size, such as `PDF, 23 KB`. */
const formatKindAndSize = ({ filename, fileSize: bytes }: PublishedReport) =>
  [readReportExtension(filename)?.toUpperCase(), bytes === null ? undefined : formatFileSize(bytes)]
    .filter(Boolean)
    .join(", ");

/** Puts the description first; the filename matters only for the download. */
export const ReportCard = ({ report }: { readonly report: PublishedReport }) => {
  const kind = getReportKind(report.filename);
  return (
    <article className="card-box flex flex-col overflow-hidden">
      <ReportPreview report={report} />
      <div className="border-base-300 flex flex-1 flex-col border-t p-5">
        <h3 className="font-display text-title font-semibold">{report.description}</h3>
        <p className="quiet mt-2">
          <LongDate moment={report.createdAt} />
        </p>
        <div className="mt-4 flex flex-wrap items-center gap-2">
          {kind !== "office" && (
            <a
              href={report.fileUrl}
              target="_blank"
              rel="noopener noreferrer"
              className="btn btn-outline btn-sm"
            >
              <ExternalLink aria-hidden="true" size={16} />
              {kind === "pdf" ? "Open PDF" : "View File"}
            </a>
          )}
          <a href={report.fileUrl} download={report.filename} className="btn btn-outline btn-sm">
            <Download aria-hidden="true" size={16} />
            Download
          </a>
          <span className="quiet text-sm">{formatKindAndSize(report)}</span>
        </div>
        <div className="quiet mt-auto flex items-baseline justify-between gap-3 pt-5 text-xs">
          <p className="min-w-0 break-all">{report.filename}</p>
          <p>Published</p>
        </div>
      </div>
    </article>
  );
};
