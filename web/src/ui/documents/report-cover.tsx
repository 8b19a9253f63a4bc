import { Picture } from "../picture.tsx";

export interface ReportCoverProps {
  readonly src: string;
  readonly alt: string | null;
}

/** Shows the top of a report's first page as if the report were lying on a table. */
export const ReportCover = ({ src, alt }: ReportCoverProps) => (
  <span className="bg-base-200 flex aspect-video w-full justify-center overflow-hidden pt-6">
    <Picture
      src={src}
      alt={alt}
      sizes="16rem"
      className="shadow-card h-auto w-1/2 shrink-0 self-start"
    />
  </span>
);
