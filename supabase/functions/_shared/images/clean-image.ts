import { UPLOAD_MAX_BYTES } from "../contracts/limits.ts";
import { cleanAvif } from "./avif.ts";
import { ByteReader } from "./bytes.ts";
import { cleanGif } from "./gif.ts";
import { cleanJpeg } from "./jpeg.ts";
import { assertPicture, NotAPictureError } from "./not-a-picture.ts";
import { type CheckOptions, type CleanedImage, requireSize } from "./picture.ts";
import { cleanPng } from "./png.ts";
import { cleanWebp } from "./webp.ts";

/**
 * Detects the image type by content and returns a copy without metadata. Throws NotAPictureError if it isn't an image.
 * docs/decisions/0003 explains why images are not re-encoded.
 */
export async function requireImage(
  bytes: Uint8Array<ArrayBuffer>,
  options: CheckOptions = {},
): Promise<CleanedImage> {
  assertPicture(bytes.length > 0 && bytes.length <= UPLOAD_MAX_BYTES, "empty or too large");
  const picture = await chooseCleaner(bytes)(bytes, options);
  requireSize(picture.width, picture.height);
  assertPicture(picture.bytes.length <= UPLOAD_MAX_BYTES, "too large");
  return picture;
}

/** Like `requireImage`, but returns undefined if the file isn't an image. */
export async function cleanImage(
  bytes: Uint8Array<ArrayBuffer>,
): Promise<CleanedImage | undefined> {
  try {
    return await requireImage(bytes);
  } catch (error) {
    if (error instanceof NotAPictureError) return undefined;
    throw error;
  }
}

type Cleaner = (bytes: Uint8Array<ArrayBuffer>, options: CheckOptions) => Promise<CleanedImage>;

function chooseCleaner(bytes: Uint8Array<ArrayBuffer>): Cleaner {
  const start = new ByteReader(bytes).ascii(Math.min(12, bytes.length));
  if (start.startsWith("\u{ff}\u{d8}\u{ff}")) return cleanJpeg;
  if (start.startsWith("\u{89}PNG\r\n\u{1a}\n")) return cleanPng;
  if (/^GIF8[79]a/.test(start)) return cleanGif;
  if (/^RIFF[^]{4}WEBP/.test(start)) return cleanWebp;
  if (/^[^]{4}ftyp/.test(start)) return cleanAvif;
  throw new NotAPictureError("not an image of a known type");
}
