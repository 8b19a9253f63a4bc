import type { StoredFile } from "../clients/storage.ts";
import { listSmallerWidths } from "../rules/pictures.ts";
import { getShareWidth } from "../rules/share-pictures.ts";
import { toImagePath, toWaitingKey } from "../rules/upload-places.ts";
import type { Services } from "./services.ts";

/** A picture as `cleanImage` returns it. */
export interface CleanPicture extends StoredFile {
  readonly width: number;
  readonly height: number;
}

/** Browsers resize the pictures, so rounding may change the height by a pixel. */
const isVersion = (
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
    candidates.find((picture) => isVersion(fullSize, picture, width)),
  );
  return smallerSizes.every((picture) => picture !== undefined) ? smallerSizes : undefined;
}

/** The versions of a picture that a browser made and uploaded. */
export interface PictureVersions {
  readonly smaller: readonly CleanPicture[];
  /** For link previews. */
  readonly share?: CleanPicture | undefined;
}

const isShareVersion = (fullSize: CleanPicture, picture: CleanPicture): boolean =>
  picture.type === "image/jpeg" && isVersion(fullSize, picture, getShareWidth(fullSize.width));

/**
 * Stores a public picture and returns its path, or undefined if the key is taken. Other versions are stored first, so a
 * path never promises one that doesn't exist. If any smaller size is missing, none is stored.
 */
export async function storeSitePicture(
  { storage }: Pick<Services, "storage">,
  fullSize: CleanPicture,
  { smaller, share }: PictureVersions = { smaller: [] },
  folder = `site/${crypto.randomUUID()}`,
): Promise<string | undefined> {
  const smallerSizes = matchSmallerSizes(fullSize, smaller);
  for (const picture of smallerSizes ?? []) {
    if (!(await storage.save("images", `${folder}/${picture.width}`, picture))) return undefined;
  }
  const hasShare = share !== undefined && isShareVersion(fullSize, share);
  if (hasShare && !(await storage.save("images", `${folder}/share`, share))) return undefined;
  const suffixes = `${smallerSizes === undefined ? "-single" : ""}${hasShare ? "-share" : ""}`;
  const key = `${folder}/${fullSize.width}x${fullSize.height}${suffixes}`;
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
