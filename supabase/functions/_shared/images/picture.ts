import { IMAGE_MAX_PIXELS, IMAGE_MAX_SIDE, type ImageType } from "../contracts/limits.ts";
import { demand } from "./bytes.ts";

/** A clean picture: what it is, how large it shows, and the file. */
export interface Picture {
  readonly type: ImageType;
  readonly width: number;
  readonly height: number;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** A visitor's phone has to hold the whole picture in memory, whatever the file weighs. */
export const requireSize = (width: number, height: number): void =>
  demand(
    width > 0 &&
      height > 0 &&
      Math.max(width, height) <= IMAGE_MAX_SIDE &&
      width * height <= IMAGE_MAX_PIXELS,
    "a size that cannot be shown",
  );
