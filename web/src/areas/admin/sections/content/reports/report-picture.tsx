import { getReportKind } from "#rules/report-files.ts";
import { useReportFile, type AdminReport } from "#data/financial-reports/resource.ts";
import { FilePicture } from "#ui/documents/file-picture.tsx";
import { ReportCover } from "#ui/documents/report-cover.tsx";
import { ReportPlaceholder } from "#ui/documents/report-placeholder.tsx";
import { Skeleton } from "#ui/states.tsx";

export interface ReportPictureProps {
  readonly report: AdminReport;
  readonly className: string;
}

/** The preview of an unpublished report, fetched with the administrator's token. */
const UnpublishedPicture = ({ report, className }: ReportPictureProps) => {
  const { data: file, isError } = useReportFile(report.id);
  if (isError) return <ReportPlaceholder isPdf={false} />;
  return file ? (
    <FilePicture file={file} alt="" className={className} />
  ) : (
    <Skeleton className="aspect-video" />
  );
};

/** Shows the cover. If there is none, shows a preview of an image file, or a placeholder for other files. */
export const ReportPicture = ({ report, className }: ReportPictureProps) => {
  const { coverUrl, coverAlt, previewUrl, published, filename } = report;
  if (coverUrl !== null) return <ReportCover src={coverUrl} alt={coverAlt} />;
  if (previewUrl === null) return <ReportPlaceholder isPdf={getReportKind(filename) === "pdf"} />;
  if (!published) return <UnpublishedPicture report={report} className={className} />;
  return <img src={previewUrl} alt="" loading="lazy" className={className} />;
};
