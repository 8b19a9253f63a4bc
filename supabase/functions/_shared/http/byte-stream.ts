type Write = (chunk: Uint8Array) => Promise<void>;

/**
 * Streams the bytes that `run` writes, with backpressure. A failure before the first chunk becomes a normal error response. If
 * the reader disconnects, the next `write` fails, so `run` can release its resources.
 */
export async function streamBytes(
  run: (write: Write) => Promise<void>,
): Promise<ReadableStream<Uint8Array>> {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const writer = writable.getWriter();
  const firstChunk = Promise.withResolvers<void>();
  const write: Write = (chunk) => {
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
