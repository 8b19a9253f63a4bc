import type { ReactNode } from "react";
import { useOwnHighlightPicture, type OwnHighlight } from "#data/volunteer-highlights/queries.ts";
import { FilePicture } from "#ui/documents/file-picture.tsx";
import { Skeleton } from "#ui/states.tsx";

interface PictureProps {
  readonly volunteerId: string;
  readonly highlight: OwnHighlight;
  readonly className: string;
  /** Shown if a waiting picture can't be loaded. */
  readonly fallback?: ReactNode;
}

const WaitingPicture = ({
  volunteerId,
  highlight: { id, imageAlt },
  imageUrl,
  className,
  fallback = null,
}: PictureProps & { readonly imageUrl: string }) => {
  const { data: file, isError } = useOwnHighlightPicture({
    volunteerId,
    highlightId: id,
    imageUrl,
  });
  if (isError) return fallback;
  return file ? (
    <FilePicture file={file} alt={imageAlt ?? ""} className={className} />
  ) : (
    <Skeleton className={className} />
  );
};

/** The picture of the volunteer's own highlight. Until it is published, only the volunteer and reviewers see it. */
export const OwnPicture = (props: PictureProps) => {
  const { imageUrl, imageAlt, isPublished } = props.highlight;
  if (!imageUrl) return null;
  return isPublished ? (
    <img src={imageUrl} alt={imageAlt ?? ""} width={64} height={64} className={props.className} />
  ) : (
    <WaitingPicture {...props} imageUrl={imageUrl} />
  );
};
