import { AppError } from "../errors.ts";
import { runInBackground } from "./in-background.ts";
import type { Services } from "./services.ts";
import { listSmallerPaths } from "../rules/pictures.ts";
import { toImagePath, toImageKey, toWaitingKey } from "../rules/upload-places.ts";

/** Locations of a reviewed picture: a private bucket until review, the public one while its record is shown. */
const getLocations = (path: string) => {
  const key = toImageKey(path);
  return {
    waitingLocation: { bucket: "uploads", key: toWaitingKey(key) },
    publicLocation: { bucket: "images", key },
  } as const;
};

/**
 * Lists smaller sizes first. They become public before the full size, so a public path never promises a size that
 * doesn't exist.
 */
const listAllLocations = (path: string) => [...listSmallerPaths(path), path].map(getLocations);

/**
 * Throws unless the picture is in that folder, passed the check and is waiting for review. The path alone doesn't prove
 * any of this.
 */
export async function requireWaitingPicture(
  { storage }: Services,
  path: string,
  folder: string,
): Promise<void> {
  const { bucket, key } = getLocations(path).waitingLocation;
  if (path.startsWith(`${toImagePath(folder)}/`) && (await storage.has(bucket, key))) return;
  throw new AppError("validation_failed", {
    message: "We couldn't find your image. Choose it again.",
    issues: [{ path: "imageUrl", message: "Upload the image to this site." }],
  });
}

/** Runs before the record is published. The picture may already be public. */
async function publishPicture({ storage }: Services, path: string): Promise<void> {
  for (const { waitingLocation, publicLocation } of listAllLocations(path)) {
    if (await storage.move(waitingLocation, publicLocation)) continue;
    if (await storage.has(publicLocation.bucket, publicLocation.key)) continue;
    throw new AppError("conflict", {
      message:
        "This picture is no longer available. Ask the person who sent it to upload it again.",
    });
  }
}

/**
 * Publishes or hides a record with its picture. The picture is published before the record and hidden after it. Returns
 * the written row, or undefined if the record changed since it was read.
 */
export async function reviewWithPicture<Saved extends object>(
  services: Services,
  { imageUrl, isShown }: { readonly imageUrl: string | null; readonly isShown: boolean },
  write: () => Promise<Saved | undefined>,
): Promise<Saved | undefined> {
  if (isShown && imageUrl !== null) await publishPicture(services, imageUrl);
  const savedRecord = await write();
  const isHidden = savedRecord === undefined || !isShown;
  if (isHidden && imageUrl !== null) await hidePicture(services, imageUrl);
  return savedRecord;
}

/** The record is already deleted. If this fails, the sweep removes the file. */
export function hidePictureInBackground(services: Services, imageUrl: string | null): void {
  if (imageUrl !== null) {
    runInBackground("hide the picture of a deleted record", () => hidePicture(services, imageUrl));
  }
}

/**
 * Opens a picture for its reviewer. The author uploaded each smaller size separately, so the reviewer can open each one
 * by its width.
 */
export async function openWaitingPicture({ storage }: Services, path: string, width?: number) {
  const sizePath =
    width === undefined
      ? path
      : listSmallerPaths(path).find((smallerPath) => smallerPath.endsWith(`/${width}`));
  if (sizePath === undefined) return undefined;
  const { bucket, key } = getLocations(sizePath).waitingLocation;
  return storage.open(bucket, key);
}

/** Runs after the record is hidden or deleted; the sweep removes files that no record uses. */
export async function hidePicture({ storage }: Services, path: string): Promise<void> {
  for (const { waitingLocation, publicLocation } of listAllLocations(path).toReversed()) {
    await storage.move(publicLocation, waitingLocation);
  }
}
