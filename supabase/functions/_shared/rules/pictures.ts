/**
 * A path includes its picture's size: `/images/site/<uuid>/1600x900`. Smaller versions have their width in place of the
 * size: `/images/site/<uuid>/480`. If the path says `-single` or has no size, there are no smaller versions. If it says
 * `-share`, there is a JPEG for link previews: `/images/site/<uuid>/share`.
 */
const SMALLER_WIDTHS = [480, 960] as const;

/** Returns the widths of the smaller versions that are stored for a picture of that width. */
export const listSmallerWidths = (width: number): readonly number[] =>
  SMALLER_WIDTHS.filter((smallerWidth) => smallerWidth < width);

/** Attributes of an `<img>` that reserve its space and let phones load a smaller version. */
export interface PictureSizes {
  readonly width: number;
  readonly height: number;
  /** Empty if there are no smaller versions. */
  readonly srcSet: string;
}

/** The path's folder, width, height and suffixes. */
export const SIZED_PATH = /^(.+\/)(\d+)x(\d+)(-single)?(-share)?$/;

export function listSmallerPaths(path: string): readonly string[] {
  const [, folder, width, , singleSuffix] = SIZED_PATH.exec(path) ?? [];
  if (!folder || singleSuffix) return [];
  return listSmallerWidths(Number(width)).map((smallerWidth) => `${folder}${smallerWidth}`);
}

export function getPictureSizes(path: string): PictureSizes | undefined {
  const [, folder, width, height] = SIZED_PATH.exec(path) ?? [];
  if (!folder) return undefined;
  const srcSet = listSmallerPaths(path)
    .map((smallerPath) => `${smallerPath} ${smallerPath.slice(folder.length)}w,`)
    .join("");
  return {
    width: Number(width),
    height: Number(height),
    srcSet: srcSet && `${srcSet}${path} ${width}w`,
  };
}
