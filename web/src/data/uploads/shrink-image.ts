import { IMAGE_TYPES } from "#contracts/limits.ts";

const LONGEST_SIDE = 1600;
const QUALITY = 0.85;
/** What is drawn anew as what. A GIF would lose its motion. */
const DRAWN_AS: Readonly<Record<string, string>> = {
  "image/jpeg": "image/jpeg",
  "image/png": "image/webp",
  "image/webp": "image/webp",
};

const isTaken = (type: string) => IMAGE_TYPES.some((taken) => taken === type);

/**
 * At most 1600 pixels on the longest side where the browser can, and of a kind that the server takes; otherwise the
 * file as it is.
 */
export const shrinkImage = async (file: File): Promise<Blob> => {
  const type = DRAWN_AS[file.type] ?? (isTaken(file.type) ? undefined : "image/jpeg");
  if (!type || typeof createImageBitmap !== "function") return file;
  try {
    const bitmap = await createImageBitmap(file);
    const scale = Math.min(1, LONGEST_SIDE / Math.max(bitmap.width, bitmap.height));
    if (scale === 1 && isTaken(file.type)) return file;
    const canvas = document.createElement("canvas");
    canvas.width = Math.round(bitmap.width * scale);
    canvas.height = Math.round(bitmap.height * scale);
    canvas.getContext("2d")?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
    bitmap.close();
    const drawn = await new Promise<Blob | null>((resolve) =>
      canvas.toBlob(resolve, type, QUALITY),
    );
    return drawn && (drawn.size < file.size || !isTaken(file.type)) ? drawn : file;
  } catch {
    // Not a picture this browser can read: the server decides.
    return file;
  }
};
