import { listSmallerPaths } from "#rules/pictures.ts";
import { useWaitingPicture } from "#data/uploads/queries.ts";
import { cx } from "#ui/class-names.ts";
import { FilePicture } from "#ui/documents/file-picture.tsx";
import { Skeleton } from "#ui/states.tsx";

export interface ReviewPictureProps {
  readonly imageUrl: string;
  readonly imageAlt: string | null;
  /** Whether the picture is public. If not, loading it requires the administrator's token. */
  readonly isPublic: boolean;
}

const PICTURE_CLASS = "rounded-lg block h-24 max-w-full object-contain";

interface PrivatePictureProps {
  readonly alt: string;
  readonly className: string;
  readonly path: string;
  readonly width?: number | undefined;
}

const PrivatePicture = ({ path, width, alt, className }: PrivatePictureProps) => {
  const { data: file, isError } = useWaitingPicture(path, width);
  if (isError) return <p className="quiet text-sm">We couldn't load the picture.</p>;
  return file ? (
    <FilePicture file={file} alt={alt} className={className} />
  ) : (
    <Skeleton className={`${className} w-40`} />
  );
};

/**
 * While a picture waits for review, shows every size that visitors may load later, because a malicious sender can upload
 * a different picture as a smaller size.
 */
export const ReviewPicture = ({ isPublic, imageUrl, imageAlt }: ReviewPictureProps) => {
  const alt = imageAlt ?? "Picture without alt text";
  if (isPublic) {
    return <img src={imageUrl} loading="lazy" alt={alt} className={cx("mt-4", PICTURE_CLASS)} />;
  }
  const widths = listSmallerPaths(imageUrl).map((src) =>
    Number(src.slice(src.lastIndexOf("/") + 1)),
  );
  return (
    <div className="mt-4 flex flex-wrap items-start gap-4">
      <PrivatePicture path={imageUrl} alt={alt} className={PICTURE_CLASS} />
      {widths.length > 0 && (
        <details open>
          <summary className="quiet cursor-pointer text-sm max-sm:py-2.5">
            Sizes for smaller screens
          </summary>
          <div className="mt-2 flex flex-wrap gap-3">
            {widths.map((width) => (
              <figure key={width}>
                <PrivatePicture
                  path={imageUrl}
                  width={width}
                  alt={`${alt}, ${width} pixels wide`}
                  className={PICTURE_CLASS}
                />
                <figcaption className="quiet text-xs">{width} px</figcaption>
              </figure>
            ))}
          </div>
        </details>
      )}
    </div>
  );
};
