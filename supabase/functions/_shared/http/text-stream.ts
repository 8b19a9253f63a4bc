type Write = (chunk: string) => Promise<void>;

/**
 * Streams what `run` writes, with backpressure. A failure before the first chunk becomes a normal error response. If
 * the reader disconnects, the next `write` fails, so `run` can release its resources.
 */
export async function textStream(
  run: (write: Write) => Promise<void>,
): Promise<ReadableStream<Uint8Array>> {
  const { readable, writable } = new TextEncoderStream();
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
