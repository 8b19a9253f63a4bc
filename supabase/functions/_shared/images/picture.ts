import { IMAGE_MAX_PIXELS, IMAGE_MAX_SIDE, type ImageType } from "../contracts/limits.ts";
import { demand } from "./bytes.ts";

/** A clean picture: what it is, how large it shows, and the file. */
export interface Picture {
  readonly type: ImageType;
  readonly width: number;
  readonly height: number;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

export interface CheckOptions {
  /** Bits of one colour of one pixel: 16 double what is inflated, and no camera's photograph needs them. */
  readonly maxDepth?: 8 | 16;
}

/** Whatever the file weighs. */
export const TOO_LARGE =
  "This image has too many pixels for a visitor's phone. Please choose a smaller one.";

/** A visitor's phone has to hold the whole picture in memory, whatever the file weighs. */
export function requireSize(width: number, height: number): void {
  demand(width > 0 && height > 0, "no size");
  demand(
    Math.max(width, height) <= IMAGE_MAX_SIDE && width * height <= IMAGE_MAX_PIXELS,
    "a size that can't be displayed",
    TOO_LARGE,
  );
}

const ANIMATION_MAX_PIXELS = 10 * IMAGE_MAX_PIXELS;

/** An animation's frames are all drawn, so that a thousand large ones in a few bytes are a bomb as well. */
export function frameBudget(): (pixels: number) => void {
  let spent = 0;
  return (pixels) => {
    spent += pixels;
    demand(spent <= ANIMATION_MAX_PIXELS, "more pixels than can be displayed", TOO_LARGE);
  };
}
