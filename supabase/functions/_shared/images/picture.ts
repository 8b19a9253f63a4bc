import type { ImageType } from "../contracts/choices.ts";
import { IMAGE_MAX_PIXELS, IMAGE_MAX_SIDE } from "../contracts/limits.ts";
import { assertPicture } from "./not-a-picture.ts";

/** A cleaned picture: its type, display size and bytes. */
export interface CleanedImage {
  readonly type: ImageType;
  readonly width: number;
  readonly height: number;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

export interface CheckOptions {
  /** Bits per channel. 16 doubles the inflated size, and photographs don't need it. */
  readonly maxDepth?: 8 | 16;
}

export const TOO_LARGE_MESSAGE =
  "This image has too many pixels for visitors' phones to display. Please choose a smaller one.";

/** Phones must hold the decoded picture in memory, whatever the file size. */
export function requireSize(width: number, height: number): void {
  assertPicture(width > 0 && height > 0, "no size");
  assertPicture(
    Math.max(width, height) <= IMAGE_MAX_SIDE && width * height <= IMAGE_MAX_PIXELS,
    "a size that can't be displayed",
    TOO_LARGE_MESSAGE,
  );
}

const ANIMATION_MAX_PIXELS = 10 * IMAGE_MAX_PIXELS;

/** Limits the total pixels of an animation, because a thousand large frames can compress to a few bytes. */
export function createPixelCounter(): (pixelCount: number) => void {
  let total = 0;
  return (pixels) => {
    total += pixels;
    assertPicture(
      total <= ANIMATION_MAX_PIXELS,
      "more pixels than can be displayed",
      TOO_LARGE_MESSAGE,
    );
  };
}
