/**
 * Pictures in several sizes. A path says how large its picture is, `/images/site/<uuid>/1600x900`; beside it lie smaller
 * ones by their width, `/images/site/<uuid>/480`, unless it ends in `-single`. Other paths say nothing: there is one size.
 */
const SMALLER_WIDTHS = [480, 960] as const;

/** Those that belong beside a picture of that width. */
export const smallerWidths = (width: number): readonly number[] =>
  SMALLER_WIDTHS.filter((smaller) => smaller < width);

/** What an `<img>` says of a picture, for the page to keep its place and a phone to load no more than it shows. */
export interface PictureSizes {
  readonly width: number;
  readonly height: number;
  /** Empty where there is no smaller one. */
  readonly srcSet: string;
}

const SIZED = /^(.+\/)(\d+)x(\d+)(-.+)?$/;

/** The smaller ones that a path promises. */
export function smallerPaths(path: string): readonly string[] {
  const [, folder, width, , single] = SIZED.exec(path) ?? [];
  if (!folder || single) return [];
  return smallerWidths(Number(width)).map((smaller) => `${folder}${smaller}`);
}

export function pictureSizes(path: string): PictureSizes | undefined {
  const [, folder, width, height] = SIZED.exec(path) ?? [];
  if (!folder) return undefined;
  const srcSet = smallerPaths(path)
    .map((each) => `${each} ${each.slice(folder.length)}w,`)
    .join("");
  return {
    width: Number(width),
    height: Number(height),
    srcSet: srcSet && `${srcSet}${path} ${width}w`,
  };
}
