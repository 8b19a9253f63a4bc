import type { ComponentProps } from "react";
import { getPictureSizes } from "#rules/pictures.ts";

export interface PictureProps extends Pick<ComponentProps<"img">, "className" | "loading"> {
  /** The path as stored in the record. */
  readonly src: string;
  readonly alt: string | null;
  /** The `sizes` attribute. Defaults to full width on phones and 36rem on larger screens. */
  readonly sizes?: string;
}

/**
 * An uploaded picture. The browser loads a version that isn't larger than necessary. Loading is lazy unless the picture
 * is above the fold.
 */
export const Picture = ({
  src,
  alt,
  sizes = "(min-width: 48rem) 36rem, 100vw",
  ...imageProps
}: PictureProps) => {
  const { srcSet, ...size } = getPictureSizes(src) ?? {};
  return (
    <img
      loading="lazy"
      {...imageProps}
      {...size}
      {...(srcSet ? { sizes, srcSet } : {})}
      src={src}
      alt={alt ?? ""}
    />
  );
};
