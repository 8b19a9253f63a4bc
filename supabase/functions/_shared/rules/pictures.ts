/**
 * A path names its picture's size, `/images/site/<uuid>/1600x900`. Smaller versions are named by width,
 * `/images/site/<uuid>/480`, unless the path ends in `-single`. Paths without a size have one version.
 */
const SMALLER_WIDTHS = [480, 960] as const;

/** Returns the smaller widths stored with a picture of that width. */
export const listSmallerWidths = (width: number): readonly number[] =>
  SMALLER_WIDTHS.filter((smallerWidth) => smallerWidth < width);

/** Attributes of an `<img>` that reserve its space and let phones load a smaller version. */
export interface PictureSizes {
  readonly width: number;
  readonly height: number;
  /** Empty if there is no smaller version. */
  readonly srcSet: string;
}

const SIZED_PATH = /^(.+\/)(\d+)x(\d+)(-.+)?$/;

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
