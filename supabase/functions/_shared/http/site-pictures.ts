import type { StoredFile } from "../clients/storage.ts";
import { listSmallerWidths } from "../rules/pictures.ts";
import { toImagePath, toWaitingKey } from "../rules/upload-places.ts";
import type { Services } from "./services.ts";

/** A picture as `cleanImage` returns it. */
export interface CleanPicture extends StoredFile {
  readonly width: number;
  readonly height: number;
}

/** Browsers resize the pictures, so rounding may change the height by a pixel. */
const isSmallerVersion = (
  fullSize: CleanPicture,
  { width, height }: CleanPicture,
  expectedWidth: number,
) => width === expectedWidth && Math.abs(height - (fullSize.height * width) / fullSize.width) <= 1;

/**
 * Returns the smaller sizes that rules/pictures.ts expects, each once and with the same proportions, or undefined if
 * any is missing.
 */
function matchSmallerSizes(
  fullSize: CleanPicture,
  candidates: readonly CleanPicture[],
): readonly CleanPicture[] | undefined {
  const smallerSizes = listSmallerWidths(fullSize.width).map((width) =>
    candidates.find((picture) => isSmallerVersion(fullSize, picture, width)),
  );
  return smallerSizes.every((picture) => picture !== undefined) ? smallerSizes : undefined;
}

/**
 * Stores a public picture and returns its path, or undefined if the key is taken. Smaller sizes are stored first, so a
 * path never promises a size that doesn't exist; if any is missing, only the full size is stored.
 */
export async function storeSitePicture(
  { storage }: Pick<Services, "storage">,
  fullSize: CleanPicture,
  candidates: readonly CleanPicture[] = [],
  folder = `site/${crypto.randomUUID()}`,
): Promise<string | undefined> {
  const smallerSizes = matchSmallerSizes(fullSize, candidates);
  for (const picture of smallerSizes ?? []) {
    if (!(await storage.save("images", `${folder}/${picture.width}`, picture))) return undefined;
  }
  const size = `${fullSize.width}x${fullSize.height}${smallerSizes === undefined ? "-single" : ""}`;
  const key = `${folder}/${size}`;
  return (await storage.save("images", key, fullSize)) ? toImagePath(key) : undefined;
}

/** The time that caches may serve a picture after its story or highlight is unpublished. */
const REVIEWED_MAX_AGE_SECONDS = 60;

/** Stores a picture for review. If a smaller size is missing, the path doesn't include a size. */
export async function storeWaitingPicture(
  { storage }: Pick<Services, "storage">,
  fullSize: CleanPicture,
  candidates: readonly CleanPicture[],
  key: string,
): Promise<string | undefined> {
  const save = (pictureKey: string, picture: CleanPicture) =>
    storage.save("uploads", toWaitingKey(pictureKey), {
      ...picture,
      maxAgeSeconds: REVIEWED_MAX_AGE_SECONDS,
    });
  const smallerSizes = matchSmallerSizes(fullSize, candidates) ?? [];
  for (const picture of smallerSizes) {
    if (!(await save(`${key}/${picture.width}`, picture))) return undefined;
  }
  const fullKey = smallerSizes.length === 0 ? key : `${key}/${fullSize.width}x${fullSize.height}`;
  return (await save(fullKey, fullSize)) ? toImagePath(fullKey) : undefined;
}
