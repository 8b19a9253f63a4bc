import { SIZED_PATH } from "./pictures.ts";

/** Link previews are rarely larger, and some programs don't load files of more than a few hundred kilobytes. */
const SHARE_MAX_WIDTH = 1200;

/** Returns the width of the JPEG that is stored for link previews of a picture of that width. */
export const getShareWidth = (width: number): number => Math.min(width, SHARE_MAX_WIDTH);

/** Returns the JPEG for link previews, because many programs show neither WebP nor AVIF, or no transparent pictures. */
export function getSharePicture(
  path: string,
): { readonly path: string; readonly width: number; readonly height: number } | undefined {
  const [, folder, fullWidth, fullHeight, , shareSuffix] = SIZED_PATH.exec(path) ?? [];
  if (!folder || !shareSuffix) return undefined;
  const width = getShareWidth(Number(fullWidth));
  const height = Math.round((Number(fullHeight) * width) / Number(fullWidth));
  return { path: `${folder}share`, width, height };
}
