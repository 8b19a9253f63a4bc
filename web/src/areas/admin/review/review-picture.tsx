import { listSmallerPaths } from "#rules/pictures.ts";
import { useWaitingPicture } from "#data/uploads/queries.ts";
import { FilePicture } from "#ui/documents/file-picture.tsx";
import { Skeleton } from "#ui/states.tsx";

export interface ReviewPictureProps {
  readonly imageUrl: string;
  readonly imageAlt: string | null;
  /** Whether the picture is public. If not, loading it requires the administrator's token. */
  readonly isPublic: boolean;
}

interface ImageProps {
  readonly alt: string;
  readonly className: string;
}

const PICTURE_CLASS = "rounded-lg block h-24 max-w-full object-contain";

interface PrivatePictureProps extends ImageProps {
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
 * Shows every size that visitors may load, because a malicious sender can upload a different picture as a smaller size.
 * The smaller sizes are collapsed once the picture is approved.
 */
export const ReviewPicture = ({ isPublic, imageUrl, imageAlt }: ReviewPictureProps) => {
  const alt = imageAlt ?? "Picture without alt text";
  const renderPicture = (src: string, imageProps: ImageProps, width?: number) =>
    isPublic ? (
      <img src={src} loading="lazy" alt={imageProps.alt} className={imageProps.className} />
    ) : (
      <PrivatePicture path={imageUrl} width={width} {...imageProps} />
    );
  return (
    <div className="mt-4 flex flex-wrap items-start gap-4">
      {renderPicture(imageUrl, { alt, className: PICTURE_CLASS })}
      {listSmallerPaths(imageUrl).length > 0 && (
        <details open={!isPublic}>
          <summary className="quiet cursor-pointer text-sm max-sm:py-2.5">
            Sizes for smaller screens
          </summary>
          <div className="mt-2 flex flex-wrap gap-3">
            {listSmallerPaths(imageUrl).map((src) => {
              const width = Number(src.slice(src.lastIndexOf("/") + 1));
              const imageProps = {
                alt: `${alt}, ${width} pixels wide`,
                className: PICTURE_CLASS,
              };
              return (
                <figure key={src}>
                  {renderPicture(src, imageProps, width)}
                  <figcaption className="quiet text-xs">{width} px</figcaption>
                </figure>
              );
            })}
          </div>
        </details>
      )}
    </div>
  );
};
