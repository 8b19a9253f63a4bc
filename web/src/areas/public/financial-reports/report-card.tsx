import { LongDate } from "../../../lib/dates.tsx";
import Download from "lucide-react/icons/download";
import ExternalLink from "lucide-react/icons/external-link";
import FileText from "lucide-react/icons/file-text";
import type { PublishedReport } from "../../../data/financial-reports/queries.ts";
import { reportKind } from "./report-kind.ts";

const Preview = ({ report }: { readonly report: PublishedReport }) =>
  report.previewUrl ? (
    <img
      src={report.previewUrl}
      alt=""
      width={640}
      height={360}
      loading="lazy"
      className="aspect-video w-full object-cover"
    />
  ) : (
    <div className="bg-base-200 quiet flex aspect-video flex-col items-center justify-center gap-2">
      <FileText aria-hidden="true" size={40} strokeWidth={1.25} />
      <span className="text-sm font-semibold">
        {reportKind(report.filename) === "pdf" ? "PDF Document" : "Document"}
      </span>
    </div>
  );

export const ReportCard = ({ report }: { readonly report: PublishedReport }) => {
  const kind = reportKind(report.filename);
  return (
    <article className="card-box flex flex-col overflow-hidden">
      <Preview report={report} />
      <div className="flex flex-1 flex-col p-5">
        <div className="flex items-start justify-between gap-3">
          <h3 className="font-semibold">{report.description}</h3>
          <span className="badge badge-success badge-sm shrink-0">Published</span>
        </div>
        <p className="quiet mt-2 flex-1 text-sm break-all">
          <LongDate moment={report.createdAt} />
          <br />
          {report.filename}
        </p>
        <div className="mt-4 flex flex-wrap gap-2">
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
        </div>
      </div>
    </article>
  );
};
