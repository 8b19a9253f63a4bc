import { LongDate } from "../../../lib/dates.tsx";
import Download from "lucide-react/icons/download";
import ExternalLink from "lucide-react/icons/external-link";
import { reportKind } from "#rules/report-files.ts";
import type { PublishedReport } from "../../../data/financial-reports/queries.ts";
import { ReportPlaceholder } from "../../../ui/report-placeholder.tsx";

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
    <ReportPlaceholder isPdf={reportKind(report.filename) === "pdf"} />
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
