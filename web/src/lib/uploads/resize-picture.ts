import { IMAGE_TYPES } from "#contracts/choices.ts";
import { listSmallerWidths } from "#rules/pictures.ts";

const MAX_SIDE_PX = 1600;

const ENCODING_QUALITY = 0.85;

/** The output type for each input type. GIFs aren't included, because redrawing would lose the animation. */
const OUTPUT_TYPES: Readonly<Record<string, string>> = {
  "image/jpeg": "image/jpeg",
  "image/png": "image/webp",
  "image/webp": "image/webp",
};

const isAccepted = (type: string) => IMAGE_TYPES.some((imageType) => imageType === type);

export interface ResizedPicture {
  readonly picture: Blob;
  /** Versions for narrower screens, if they were requested. */
  readonly smallerVersions: readonly Blob[];
}

const encodePicture = (
  bitmap: ImageBitmap,
  width: number,
  height: number,
  type: string,
): Promise<Blob | null> => {
  const canvas = document.createElement("canvas");
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext("2d");
  if (context) {
    context.imageSmoothingQuality = "high";
    if (type === "image/jpeg") {
      // Without this, transparent parts would become black.
      context.fillStyle = "#fff";
      context.fillRect(0, 0, width, height);
    }
  }
  context?.drawImage(bitmap, 0, 0, width, height);
  return new Promise((resolve) => canvas.toBlob(resolve, type, ENCODING_QUALITY));
};

/**
 * Shrinks a picture to at most 1600 pixels on its longest side, in a type that the server accepts. If the result isn't
 * smaller, returns the file itself.
 */
const shrinkPicture = async (file: File, bitmap: ImageBitmap, scale: number): Promise<Blob> => {
  const type = OUTPUT_TYPES[file.type] ?? (isAccepted(file.type) ? undefined : "image/jpeg");
  if (!type || (scale === 1 && isAccepted(file.type))) return file;
  const [width, height] = [bitmap.width, bitmap.height].map((side) => Math.round(side * scale));
  const picture = await encodePicture(bitmap, width!, height!, type);
  return picture && (picture.size < file.size || !isAccepted(file.type)) ? picture : file;
};

/** Browsers that can't encode WebP return a PNG, which is too large for photos, so use JPEG instead. */
const drawSmallerVersion = async (
  file: File,
  bitmap: ImageBitmap,
  width: number,
): Promise<Blob | null> => {
  const height = Math.max(1, Math.round((bitmap.height * width) / bitmap.width));
  const webp = await encodePicture(bitmap, width, height, "image/webp");
  const isPhoto = file.type === "image/jpeg" && webp?.type !== "image/webp";
  return isPhoto ? encodePicture(bitmap, width, height, "image/jpeg") : webp;
};

/** Reads the animation flag in the WebP header. Redrawing an animation would keep only one frame. */
const isAnimated = async (file: File): Promise<boolean> =>
  file.type === "image/gif" ||
  (file.type === "image/webp" &&
    ((new Uint8Array(await file.slice(20, 21).arrayBuffer())[0] ?? 0) & 2) !== 0);

/**
 * Resizes a picture for pages, and creates smaller versions if `needsSmallerVersions` is true. Returns animated and
 * unreadable files unchanged.
 */
export const resizePicture = async (
  file: File,
  needsSmallerVersions: boolean,
): Promise<ResizedPicture> => {
  const unchangedResult = { picture: file, smallerVersions: [] };
  if (typeof createImageBitmap !== "function" || (await isAnimated(file))) return unchangedResult;
  try {
    const bitmap = await createImageBitmap(file);
    const scale = Math.min(1, MAX_SIDE_PX / Math.max(bitmap.width, bitmap.height));
    const picture = await shrinkPicture(file, bitmap, scale);
    const width = picture === file ? bitmap.width : Math.round(bitmap.width * scale);
    const smallerVersions = await Promise.all(
      (needsSmallerVersions ? listSmallerWidths(width) : []).map((targetWidth) =>
        drawSmallerVersion(file, bitmap, targetWidth),
      ),
    );
    bitmap.close();
    return { picture, smallerVersions: smallerVersions.filter((blob) => blob !== null) };
  } catch {
    // The browser can't decode the file, so let the server decide.
    return unchangedResult;
  }
};

const SIGNATURE_MAX = { width: 800, height: 300 };

/** Draws a signature as a small JPEG, the only type of picture that a PDF contains as it is. */
export const drawSignature = async (file: File): Promise<ResizedPicture> => {
  const unchangedResult = { picture: file, smallerVersions: [] };
  try {
    const bitmap = await createImageBitmap(file);
    const scale = Math.min(
      1,
      SIGNATURE_MAX.width / bitmap.width,
      SIGNATURE_MAX.height / bitmap.height,
    );
    const [width, height] = [bitmap.width, bitmap.height].map((side) => Math.round(side * scale));
    const picture = await encodePicture(bitmap, width!, height!, "image/jpeg");
    bitmap.close();
    return picture ? { picture, smallerVersions: [] } : unchangedResult;
  } catch {
    // The browser can't decode the file, so let the server decide.
    return unchangedResult;
  }
};
