import { concatenate, NotAPicture } from "./bytes.ts";

/** Deflate expands up to a thousandfold, so one slice yields a megabyte within a few milliseconds. */
const SLICE_BYTES = 1024;
const TURN_MS = 10;

function* slicesOf(parts: readonly Uint8Array<ArrayBuffer>[]): Generator<Uint8Array<ArrayBuffer>> {
  for (const part of parts) {
    for (let at = 0; at < part.length; at += SLICE_BYTES) yield part.subarray(at, at + SLICE_BYTES);
  }
}

/** Inflates slice by slice and yields to other requests in between. */
async function* inflateSlices(
  parts: readonly Uint8Array<ArrayBuffer>[],
): AsyncGenerator<Uint8Array> {
  let sliceStart = performance.now();
  const slices = slicesOf(parts);
  const deflatedStream = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull: (controller) => {
      const { value, done } = slices.next();
      if (done === true) controller.close();
      else controller.enqueue(value);
    },
  });
  for await (const piece of deflatedStream.pipeThrough(new DecompressionStream("deflate"))) {
    yield piece;
    if (performance.now() - sliceStart < TURN_MS) continue;
    // Only a timer lets the event loop handle I/O; promises alone don't.
    await new Promise((resolve) => setTimeout(resolve));
    sliceStart = performance.now();
  }
}

/** Counts inflated bytes while streaming and stops at the limit, so a bomb doesn't use up memory. */
export async function inflatedLength(
  parts: readonly Uint8Array<ArrayBuffer>[],
  limit: number,
): Promise<number> {
  let length = 0;
  try {
    for await (const piece of inflateSlices(parts)) {
      length += piece.length;
      if (length > limit) break;
    }
  } catch (error) {
    throw new NotAPicture("unreadable data", { cause: error });
  }
  return length;
}

/** Returns the inflated data, or undefined if it is invalid or exceeds the limit. */
export async function inflate(
  part: Uint8Array<ArrayBuffer>,
  limit: number,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const piece of inflateSlices([part])) {
      length += piece.length;
      if (length > limit) return undefined;
      pieces.push(piece);
    }
  } catch {
    return undefined;
  }
  return concatenate(pieces);
}
