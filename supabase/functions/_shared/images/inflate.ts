import { concatenate } from "./bytes.ts";
import type { FileProgress } from "./file-progress.ts";
import { NotAPictureError } from "./not-a-picture.ts";

/** Deflate expands up to a thousandfold, so one slice yields a megabyte within a few milliseconds. */
const DEFLATED_SLICE_BYTES = 1024;

type Transform = DecompressionStream | CompressionStream;

/** Sends data through a stream slice by slice, and lets other requests run in between. */
async function* transformSlices(
  arrays: readonly Uint8Array<ArrayBuffer>[],
  stream: Transform,
  progress: FileProgress,
): AsyncGenerator<Uint8Array> {
  const slices = splitIntoSlices(arrays);
  const slicedStream = new ReadableStream<Uint8Array<ArrayBuffer>>({
    // Slices can inflate to nothing, so waiting for output alone wouldn't let other requests run.
    pull: async (controller) => {
      await progress.giveWay();
      const { value, done } = slices.next();
      if (done === true) controller.close();
      else controller.enqueue(value);
    },
  });
  for await (const chunk of slicedStream.pipeThrough(stream)) {
    yield chunk;
    await progress.giveWay();
  }
}

function* splitIntoSlices(
  arrays: readonly Uint8Array<ArrayBuffer>[],
): Generator<Uint8Array<ArrayBuffer>> {
  for (const array of arrays) {
    for (let offset = 0; offset < array.length; offset += DEFLATED_SLICE_BYTES)
      yield array.subarray(offset, offset + DEFLATED_SLICE_BYTES);
  }
}

/** Counts inflated bytes while streaming and stops at the limit, so a bomb doesn't use up memory. */
export async function measureInflatedLength(
  deflatedArrays: readonly Uint8Array<ArrayBuffer>[],
  limit: number,
  progress: FileProgress,
): Promise<number> {
  const inflater = new DecompressionStream("deflate");
  let length = 0;
  try {
    for await (const chunk of transformSlices(deflatedArrays, inflater, progress)) {
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
  progress: FileProgress,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const inflater = new DecompressionStream("deflate");
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const chunk of transformSlices([deflatedBytes], inflater, progress)) {
      length += chunk.length;
      if (length > limit) return undefined;
      chunks.push(chunk);
    }
  } catch {
    return undefined;
  }
  return concatenate(chunks);
}

export async function deflate(
  bytes: Uint8Array<ArrayBuffer>,
  progress: FileProgress,
): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  const deflater = new CompressionStream("deflate");
  for await (const chunk of transformSlices([bytes], deflater, progress)) chunks.push(chunk);
  return concatenate(chunks);
}
