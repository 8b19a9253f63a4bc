import type { StoredFile } from "../clients/storage.ts";
import { smallerWidths } from "../rules/pictures.ts";
import { imagePath, waitingKey } from "../rules/upload-places.ts";
import type { Services } from "./services.ts";

/** A picture as `cleanImage` returns it. */
export interface CleanPicture extends StoredFile {
  readonly width: number;
  readonly height: number;
}

/** Browsers resize the pictures, so rounding may change the height by a pixel. */
const isSmaller = (fullSize: CleanPicture, { width, height }: CleanPicture, expected: number) =>
  width === expected && Math.abs(height - (fullSize.height * width) / fullSize.width) <= 1;

/**
 * Returns the smaller sizes that rules/pictures.ts expects, each once and with the same proportions, or undefined if
 * any is missing.
 */
function matchSmallerSizes(
  fullSize: CleanPicture,
  candidates: readonly CleanPicture[],
): readonly CleanPicture[] | undefined {
  const found = smallerWidths(fullSize.width).map((width) =>
    candidates.find((picture) => isSmaller(fullSize, picture, width)),
  );
  return found.every((picture) => picture !== undefined) ? found : undefined;
}

/**
 * Stores a public picture and returns its path, or undefined if the key is taken. Smaller sizes are stored first, so
 * every size a path promises exists; if any is missing, only the full size is stored.
 */
export async function storeSitePicture(
  { storage }: Pick<Services, "storage">,
  fullSize: CleanPicture,
  candidates: readonly CleanPicture[] = [],
  folder = `site/${crypto.randomUUID()}`,
): Promise<string | undefined> {
  const smaller = matchSmallerSizes(fullSize, candidates);
  for (const picture of smaller ?? []) {
    if (!(await storage.save("images", `${folder}/${picture.width}`, picture))) return undefined;
  }
  const size = `${fullSize.width}x${fullSize.height}${smaller === undefined ? "-single" : ""}`;
  const key = `${folder}/${size}`;
  return (await storage.save("images", key, fullSize)) ? imagePath(key) : undefined;
}

/** How long caches may serve a picture after its story or highlight is unpublished. */
const WITHDRAWN_AFTER_SECONDS = 60;

/** Stores a picture for review. If a smaller size is missing, the path doesn't include a size. */
export async function storeWaitingPicture(
  { storage }: Pick<Services, "storage">,
  fullSize: CleanPicture,
  candidates: readonly CleanPicture[],
  key: string,
): Promise<string | undefined> {
  const save = (path: string, picture: CleanPicture) =>
    storage.save("uploads", waitingKey(path), {
      ...picture,
      maxAgeSeconds: WITHDRAWN_AFTER_SECONDS,
    });
  const smaller = matchSmallerSizes(fullSize, candidates) ?? [];
  for (const picture of smaller) {
    if (!(await save(`${key}/${picture.width}`, picture))) return undefined;
  }
  const fullKey = smaller.length === 0 ? key : `${key}/${fullSize.width}x${fullSize.height}`;
  return (await save(fullKey, fullSize)) ? imagePath(fullKey) : undefined;
}
