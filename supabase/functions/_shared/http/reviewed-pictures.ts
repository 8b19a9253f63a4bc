import { AppError } from "../errors.ts";
import type { Services } from "./services.ts";
import { imagePath, keyOfImagePath, waitingKey } from "../rules/upload-places.ts";

/** Pictures of what is reviewed wait in a private bucket and are public only as long as their record is. */
const placesOf = (path: string) => {
  const key = keyOfImagePath(path);
  return {
    waiting: { bucket: "uploads", key: waitingKey(key) },
    shown: { bucket: "images", key },
  } as const;
};

/** A path alone proves nothing: the picture has to have passed the check, in that folder, and to wait for its review. */
export async function requireWaitingPicture(
  { storage }: Services,
  path: string,
  folder: string,
): Promise<void> {
  const { bucket, key } = placesOf(path).waiting;
  if (path.startsWith(`${imagePath(folder)}/`) && (await storage.has(bucket, key))) return;
  throw new AppError("validation_failed", {
    message: "Your image was not found. Please choose it again.",
    issues: [{ path: "imageUrl", message: "Must be an image that was uploaded on this site" }],
  });
}

/** Before its record is shown; it may be there already. */
export async function showPicture({ storage }: Services, path: string): Promise<void> {
  const { waiting, shown } = placesOf(path);
  if (await storage.move(waiting, shown)) return;
  if (await storage.has(shown.bucket, shown.key)) return;
  throw new AppError("conflict", {
    message: "The picture is not there any more. Please ask for it to be chosen again.",
  });
}

/** After its record is hidden or gone; of what nothing names any more, the sweep removes the file. */
export async function hidePicture({ storage }: Services, path: string): Promise<void> {
  const { waiting, shown } = placesOf(path);
  await storage.move(shown, waiting);
}
