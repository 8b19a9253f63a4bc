import type { ComponentProps } from "react";
import { pictureSizes } from "#rules/pictures.ts";

export interface PictureProps extends Pick<ComponentProps<"img">, "className" | "loading"> {
  /** As a record stores it. */
  readonly src: string;
  readonly alt: string | null;
  /** How wide it is shown: across a phone, and so wide elsewhere. */
  readonly sizes?: string;
}

/** An uploaded picture, no larger than it is shown, and loaded once it is near unless the page opens with it. */
export const Picture = ({
  src,
  alt,
  sizes = "(min-width: 48rem) 36rem, 100vw",
  ...shown
}: PictureProps) => {
  const { srcSet, ...size } = pictureSizes(src) ?? {};
  return (
    <img
      loading="lazy"
      {...shown}
      {...size}
      {...(srcSet ? { sizes, srcSet } : {})}
      src={src}
      alt={alt ?? ""}
    />
  );
};
