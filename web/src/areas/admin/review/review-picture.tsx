import { useWaitingPicture } from "../../../data/uploads/waiting-picture.ts";
import { FilePicture } from "../../../ui/file-picture.tsx";
import { Skeleton } from "../../../ui/states.tsx";

interface Shown {
  readonly imageUrl: string;
  readonly imageAlt: string | null;
}

export interface ReviewPictureProps extends Shown {
  /** Visitors see it; otherwise it lies where they cannot. */
  readonly isPublic: boolean;
}

const SIZE = "rounded-box mt-4 block h-40 max-w-full object-contain";
const altOf = (alt: string | null) => alt ?? "Nobody has said what this picture shows";

const WaitingPicture = ({ imageUrl, imageAlt }: Shown) => {
  const { data: file, isError } = useWaitingPicture(imageUrl);
  if (isError) return <p className="quiet mt-4 text-sm">The picture could not be loaded.</p>;
  return file ? (
    <FilePicture file={file} alt={altOf(imageAlt)} className={SIZE} />
  ) : (
    <Skeleton className={`${SIZE} w-56`} />
  );
};

/** The picture of what is reviewed, seen before anybody else sees it. */
export const ReviewPicture = ({ isPublic, ...shown }: ReviewPictureProps) =>
  isPublic ? (
    <img src={shown.imageUrl} alt={altOf(shown.imageAlt)} loading="lazy" className={SIZE} />
  ) : (
    <WaitingPicture {...shown} />
  );
