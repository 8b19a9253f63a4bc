import { assertPicture } from "./not-a-picture.ts";

const MAX_PARTS = 20_000;
const MAX_TURN_MS = 10;
/** Loops over bytes call `giveWay` after each slice of this size, which takes less than a millisecond. */
export const SLICE_BYTES = 65_536;

/** What all readers of a file share, so that nesting parts in others doesn't allow more of them. */
export class FileProgress {
  #partCount = 0;
  #turnStart = performance.now();

  /** Limits the number of parts, because millions of tiny parts would take a long time to read. */
  async countPart(): Promise<void> {
    this.#partCount += 1;
    assertPicture(this.#partCount <= MAX_PARTS, "too many parts");
    await this.giveWay();
  }

  /** Lets the process handle other requests if it has been checking this file for 10 ms. */
  async giveWay(): Promise<void> {
    if (performance.now() - this.#turnStart < MAX_TURN_MS) return;
    // Only a timer lets the event loop handle I/O; promises alone don't.
    await new Promise((resolve) => setTimeout(resolve));
    this.#turnStart = performance.now();
  }
}
