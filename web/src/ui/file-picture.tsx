import { useCallback, type ComponentProps } from "react";

export interface FilePictureProps extends Pick<ComponentProps<"img">, "alt" | "className"> {
  readonly file: Blob;
}

/** A picture without an address of its own: it came with a token. */
export const FilePicture = ({ file, alt, className }: FilePictureProps) => {
  const show = useCallback(
    (image: HTMLImageElement | null) => {
      if (!image) return undefined;
      const url = URL.createObjectURL(file);
      image.src = url;
      return () => URL.revokeObjectURL(url);
    },
    [file],
  );
  return <img ref={show} alt={alt} className={className} />;
};
