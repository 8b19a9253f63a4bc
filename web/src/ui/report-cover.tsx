import { Picture } from "./picture.tsx";

export interface ReportCoverProps {
  readonly src: string;
  readonly alt: string | null;
}

/** The upper part of a report's first page, lying on a table. */
export const ReportCover = ({ src, alt }: ReportCoverProps) => (
  <span className="bg-base-200 relative flex aspect-[4/3] w-full justify-center overflow-hidden">
    <Picture
      src={src}
      alt={alt}
      sizes="16rem"
      className="shadow-card absolute top-[9%] h-auto w-3/5 rounded-t-md"
    />
  </span>
);
