import { IMAGE_MAX_PIXELS, IMAGE_MAX_SIDE } from "../contracts/limits.ts";
import { demand } from "./bytes.ts";

/** A visitor's phone has to hold the whole picture in memory, whatever the file weighs. */
export const requireSize = (width: number, height: number): void =>
  demand(
    width > 0 &&
      height > 0 &&
      Math.max(width, height) <= IMAGE_MAX_SIDE &&
      width * height <= IMAGE_MAX_PIXELS,
    "a size that cannot be shown",
  );
