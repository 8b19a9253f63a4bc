import { IMAGE_TYPES } from "#contracts/choices.ts";
import { listSmallerWidths } from "#rules/pictures.ts";
import { getShareWidth } from "#rules/share-pictures.ts";

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
  /** A JPEG for link previews, if it was requested and the picture isn't one. */
  readonly shareVersion?: Blob | null;
}

/** The versions of a picture that pages need in addition to the picture itself. */
export interface NeededVersions {
  readonly needsSmallerVersions?: boolean;
  /** Link previews in many programs show neither WebP nor AVIF, and show transparent parts as black. */
  readonly needsShareVersion?: boolean;
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

const getHeight = (bitmap: ImageBitmap, width: number): number =>
  Math.max(1, Math.round((bitmap.height * width) / bitmap.width));

/** Browsers that can't encode WebP return a PNG, which is too large for photos, so use JPEG instead. */
const drawSmallerVersion = async (
  file: File,
  bitmap: ImageBitmap,
  width: number,
): Promise<Blob | null> => {
  const height = getHeight(bitmap, width);
  const webp = await encodePicture(bitmap, width, height, "image/webp");
  const isPhoto = file.type === "image/jpeg" && webp?.type !== "image/webp";
  return isPhoto ? encodePicture(bitmap, width, height, "image/jpeg") : webp;
};

/** Reads the animation flag in the WebP header. Redrawing an animation would keep only one frame. */
const isAnimated = async (file: File): Promise<boolean> =>
  file.type === "image/gif" ||
  (file.type === "image/webp" &&
    ((new Uint8Array(await file.slice(20, 21).arrayBuffer())[0] ?? 0) & 2) !== 0);

/** Reads the first bytes, because a file's type comes from its name. */
const isJpeg = async (file: Blob): Promise<boolean> => {
  const [first, second] = new Uint8Array(await file.slice(0, 2).arrayBuffer());
  return first === 0xff && second === 0xd8;
};

const drawShareVersion = async (bitmap: ImageBitmap, width: number): Promise<Blob | null> => {
  const shareWidth = getShareWidth(width);
  return encodePicture(bitmap, shareWidth, getHeight(bitmap, shareWidth), "image/jpeg");
};

/**
 * Resizes a picture for pages, and creates the versions that are needed. Returns animated and unreadable files
 * unchanged; link previews show the first frame of an animation.
 */
export const resizePicture = async (
  file: File,
  { needsSmallerVersions = false, needsShareVersion = false }: NeededVersions,
): Promise<ResizedPicture> => {
  const unchangedResult = { picture: file, smallerVersions: [] };
  if (typeof createImageBitmap !== "function") return unchangedResult;
  const isStill = !(await isAnimated(file));
  if (!isStill && !needsShareVersion) return unchangedResult;
  try {
    const bitmap = await createImageBitmap(file);
    const scale = Math.min(1, MAX_SIDE_PX / Math.max(bitmap.width, bitmap.height));
    const picture = isStill ? await shrinkPicture(file, bitmap, scale) : file;
    const width = picture === file ? bitmap.width : Math.round(bitmap.width * scale);
    const smallerWidths = isStill && needsSmallerVersions ? listSmallerWidths(width) : [];
    const smallerVersions = await Promise.all(
      smallerWidths.map((targetWidth) => drawSmallerVersion(file, bitmap, targetWidth)),
    );
    const shareVersion =
      needsShareVersion && !(await isJpeg(picture)) ? await drawShareVersion(bitmap, width) : null;
    bitmap.close();
    return {
      picture,
      smallerVersions: smallerVersions.filter((blob) => blob !== null),
      shareVersion,
    };
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
