import { concatenate, NotAPictureError } from "./bytes.ts";

/** Deflate expands up to a thousandfold, so one slice yields a megabyte within a few milliseconds. */
const SLICE_BYTES = 1024;
const MAX_TURN_MS = 10;

function* splitIntoSlices(
  deflatedArrays: readonly Uint8Array<ArrayBuffer>[],
): Generator<Uint8Array<ArrayBuffer>> {
  for (const array of deflatedArrays) {
    for (let offset = 0; offset < array.length; offset += SLICE_BYTES)
      yield array.subarray(offset, offset + SLICE_BYTES);
  }
}

/** Inflates slice by slice and yields to other requests in between. */
async function* inflateSlices(
  deflatedArrays: readonly Uint8Array<ArrayBuffer>[],
): AsyncGenerator<Uint8Array> {
  let turnStart = performance.now();
  const slices = splitIntoSlices(deflatedArrays);
  const deflatedStream = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull: (controller) => {
      const { value, done } = slices.next();
      if (done === true) controller.close();
      else controller.enqueue(value);
    },
  });
  for await (const chunk of deflatedStream.pipeThrough(new DecompressionStream("deflate"))) {
    yield chunk;
    if (performance.now() - turnStart < MAX_TURN_MS) continue;
    // Only a timer lets the event loop handle I/O; promises alone don't.
    await new Promise((resolve) => setTimeout(resolve));
    turnStart = performance.now();
  }
}

/** Counts inflated bytes while streaming and stops at the limit, so a bomb doesn't use up memory. */
export async function measureInflatedLength(
  deflatedArrays: readonly Uint8Array<ArrayBuffer>[],
  limit: number,
): Promise<number> {
  let length = 0;
  try {
    for await (const chunk of inflateSlices(deflatedArrays)) {
      length += chunk.length;
      if (length > limit) break;
    }
  } catch (error) {
    throw new NotAPictureError("unreadable data", { cause: error });
  }
  return length;
}

/** Returns the inflated data, or undefined if it is invalid or exceeds the limit. */
export async function inflate(
  deflatedBytes: Uint8Array<ArrayBuffer>,
  limit: number,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const chunk of inflateSlices([deflatedBytes])) {
      length += chunk.length;
      if (length > limit) return undefined;
      chunks.push(chunk);
    }
  } catch {
    return undefined;
  }
  return concatenate(chunks);
}
