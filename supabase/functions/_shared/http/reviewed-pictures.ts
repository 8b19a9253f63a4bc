import { AppError } from "../errors.ts";
import { inBackground } from "./in-background.ts";
import type { Services } from "./services.ts";
import { smallerPaths } from "../rules/pictures.ts";
import { imagePath, keyOfImagePath, waitingKey } from "../rules/upload-places.ts";

/** Pictures of what is reviewed wait in a private bucket and are public only as long as their record is. */
const placesOf = (path: string) => {
  const key = keyOfImagePath(path);
  return {
    waiting: { bucket: "uploads", key: waitingKey(key) },
    shown: { bucket: "images", key },
  } as const;
};

/** The smaller ones come first, so that what a shown path promises is there. */
const allPlacesOf = (path: string) => [...smallerPaths(path), path].map(placesOf);

/** A path alone proves nothing: the picture has to have passed the check, in that folder, and to wait for its review. */
export async function requireWaitingPicture(
  { storage }: Services,
  path: string,
  folder: string,
): Promise<void> {
  const { bucket, key } = placesOf(path).waiting;
  if (path.startsWith(`${imagePath(folder)}/`) && (await storage.has(bucket, key))) return;
  throw new AppError("validation_failed", {
    message: "We couldn't find your image. Please choose it again.",
    issues: [{ path: "imageUrl", message: "Must be an image uploaded to this site" }],
  });
}

/** Before its record is shown; it may be there already. */
async function showPicture({ storage }: Services, path: string): Promise<void> {
  for (const { waiting, shown } of allPlacesOf(path)) {
    if (await storage.move(waiting, shown)) continue;
    if (await storage.has(shown.bucket, shown.key)) continue;
    throw new AppError("conflict", {
      message:
        "The picture is no longer there. Please ask the person who sent it to choose it again.",
    });
  }
}

/**
 * Publishes or hides a record with its picture, which is there before the record and never longer than it. Answers
 * what was written: undefined where the record was not the one that was read any more.
 */
export async function reviewWithPicture<Written extends object>(
  services: Services,
  { imageUrl, isShown }: { readonly imageUrl: string | null; readonly isShown: boolean },
  write: () => Promise<Written | undefined>,
): Promise<Written | undefined> {
  if (isShown && imageUrl !== null) await showPicture(services, imageUrl);
  const written = await write();
  const isHidden = written === undefined || !isShown;
  if (isHidden && imageUrl !== null) await hidePicture(services, imageUrl);
  return written;
}

/** The record is gone, whatever becomes of its picture; the sweep takes what stays behind. */
export function hideInBackground(services: Services, imageUrl: string | null): void {
  if (imageUrl !== null) {
    inBackground("hide the picture of a deleted record", () => hidePicture(services, imageUrl));
  }
}

/**
 * For who reviews it: public it is not yet, or no more. The smaller sizes come from the same stranger, who may have sent
 * other pictures as those, so each of them can be asked for by its width.
 */
export async function openWaitingPicture({ storage }: Services, path: string, width?: number) {
  const size =
    width === undefined ? path : smallerPaths(path).find((each) => each.endsWith(`/${width}`));
  if (size === undefined) return undefined;
  const { bucket, key } = placesOf(size).waiting;
  return storage.open(bucket, key);
}

/** After its record is hidden or gone; of what nothing names any more, the sweep removes the file. */
export async function hidePicture({ storage }: Services, path: string): Promise<void> {
  for (const { waiting, shown } of allPlacesOf(path).toReversed()) {
    await storage.move(shown, waiting);
  }
}
