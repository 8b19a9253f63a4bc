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

/** Whoever takes nothing for so long has gone, or holds on to what others need. */
const READER_TIMEOUT_MS = 10_000;

/** Passes a stream on. Cancels it once nobody has read from it for 10 seconds. */
export function endIfUnread(stream: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
  const reader = stream.getReader();
  let timer: ReturnType<typeof setTimeout> | undefined;
  return new ReadableStream<Uint8Array>(
    {
      start: (controller) => {
        timer = startTimer(controller);
      },
      pull: async (controller) => {
        clearTimeout(timer);
        const { done, value } = await reader.read();
        if (done) return controller.close();
        timer = startTimer(controller);
        controller.enqueue(value);
      },
      cancel: (reason) => {
        clearTimeout(timer);
        return reader.cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );

  function startTimer(controller: ReadableStreamDefaultController) {
    return setTimeout(() => {
      const error = new Error("Nobody has read the response for 10 seconds.");
      controller.error(error);
      reader.cancel(error).catch(() => {});
    }, READER_TIMEOUT_MS);
  }
}
