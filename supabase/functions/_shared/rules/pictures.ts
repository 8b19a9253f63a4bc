/**
 * The site's pictures in several sizes. A path says how large its picture is, `/images/site/<uuid>/1600x900`; beside it
 * lie smaller ones by their width, `/images/site/<uuid>/480`, unless it ends in `-single`. Older paths say nothing.
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

export function pictureSizes(path: string): PictureSizes | undefined {
  const [, folder, width, height, single] = /^(.+\/)(\d+)x(\d+)(-.+)?$/.exec(path) ?? [];
  if (!folder) return undefined;
  const smaller = single ? [] : smallerWidths(Number(width));
  const srcSet = smaller.map((each) => `${folder}${each} ${each}w,`).join("");
  return {
    width: Number(width),
    height: Number(height),
    srcSet: srcSet && `${srcSet}${path} ${width}w`,
  };
}
