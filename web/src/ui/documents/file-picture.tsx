import { useCallback, type ComponentProps } from "react";

export interface FilePictureProps extends Pick<ComponentProps<"img">, "alt" | "className"> {
  readonly file: Blob;
}

/** Shows a picture that was downloaded with an access token because it doesn't have a public URL. */
export const FilePicture = ({ file, alt, className }: FilePictureProps) => {
  const setSource = useCallback(
    (image: HTMLImageElement | null) => {
      if (!image) return undefined;
      const url = URL.createObjectURL(file);
      image.src = url;
      return () => URL.revokeObjectURL(url);
    },
    [file],
  );
  return <img ref={setSource} alt={alt} className={className} />;
};
