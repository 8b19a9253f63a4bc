type Write<Chunk> = (chunk: Chunk) => Promise<void>;

/** Streams the text that `run` writes. */
export const streamText = (run: (write: Write<string>) => Promise<void>) =>
  streamThrough(new TextEncoderStream(), run);

/** Streams the bytes that `run` writes. */
export const streamBytes = (run: (write: Write<Uint8Array>) => Promise<void>) =>
  streamThrough(new TransformStream<Uint8Array, Uint8Array>(), run);

/**
 * Streams what `run` writes, with backpressure. A failure before the first chunk becomes a normal error response. If
 * the reader disconnects, the next `write` fails, so `run` can release its resources.
 */
async function streamThrough<Chunk>(
  {
    readable,
    writable,
  }: { readonly readable: ReadableStream<Uint8Array>; readonly writable: WritableStream<Chunk> },
  run: (write: Write<Chunk>) => Promise<void>,
): Promise<ReadableStream<Uint8Array>> {
  const writer = writable.getWriter();
  const firstChunk = Promise.withResolvers<void>();
  const write: Write<Chunk> = (chunk) => {
    firstChunk.resolve();
    return writer.write(chunk);
  };
  const runPromise = run(write).then(
    () => {
      firstChunk.resolve();
      return writer.close();
    },
    (error: unknown) => {
      firstChunk.reject(error);
      return writer.abort(error);
    },
  );
  // The stream reports these errors to the reader.
  for (const promise of [runPromise, writer.closed]) promise.catch(() => {});
  await firstChunk.promise;
  return readable;
}
