import type { StoredFile } from "../clients/storage.ts";
import { smallerWidths } from "../rules/pictures.ts";
import { imagePath, waitingKey } from "../rules/upload-places.ts";
import type { Services } from "./services.ts";

/** A picture that `cleanImage` has written. */
export interface CleanPicture extends StoredFile {
  readonly width: number;
  readonly height: number;
}

/** Drawn anew in a browser, so that a pixel more or less is no other picture. */
const isSmaller = (whole: CleanPicture, { width, height }: CleanPicture, expected: number) =>
  width === expected && Math.abs(height - (whole.height * width) / whole.width) <= 1;

/** Those that rules/pictures.ts promises, each once and of the same shape; undefined where any of them is missing. */
function smallerOnes(
  whole: CleanPicture,
  offered: readonly CleanPicture[],
): readonly CleanPicture[] | undefined {
  const found = smallerWidths(whole.width).map((width) =>
    offered.find((picture) => isSmaller(whole, picture, width)),
  );
  return found.every((picture) => picture !== undefined) ? found : undefined;
}

/**
 * Stores a picture of the site, public at once, and answers its path. The smaller ones come first, so that what a path
 * promises is there; without all of them the picture stands alone. Undefined where the place is taken.
 */
export async function storeSitePicture(
  { storage }: Pick<Services, "storage">,
  whole: CleanPicture,
  offered: readonly CleanPicture[] = [],
  folder = `site/${crypto.randomUUID()}`,
): Promise<string | undefined> {
  const smaller = smallerOnes(whole, offered);
  for (const picture of smaller ?? []) {
    if (!(await storage.save("images", `${folder}/${picture.width}`, picture))) return undefined;
  }
  const size = `${whole.width}x${whole.height}${smaller === undefined ? "-single" : ""}`;
  const key = `${folder}/${size}`;
  return (await storage.save("images", key, whole)) ? imagePath(key) : undefined;
}

/** Caches between us and visitors may show a picture so long after its story or highlight was unpublished. */
const WITHDRAWN_AFTER_SECONDS = 60;

/** The same for a picture that waits for its review: without all of the smaller ones its path says nothing of a size. */
export async function storeWaitingPicture(
  { storage }: Pick<Services, "storage">,
  whole: CleanPicture,
  offered: readonly CleanPicture[],
  key: string,
): Promise<string | undefined> {
  const keep = (at: string, picture: CleanPicture) =>
    storage.save("uploads", waitingKey(at), { ...picture, maxAgeSeconds: WITHDRAWN_AFTER_SECONDS });
  const smaller = smallerOnes(whole, offered) ?? [];
  for (const picture of smaller) {
    if (!(await keep(`${key}/${picture.width}`, picture))) return undefined;
  }
  const own = smaller.length === 0 ? key : `${key}/${whole.width}x${whole.height}`;
  return (await keep(own, whole)) ? imagePath(own) : undefined;
}
