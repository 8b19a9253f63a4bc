type Write = (piece: string) => Promise<void>;

/**
 * What `run` writes, as it is read: a piece waits until the one before has gone out. What fails before the first piece
 * fails as every call does. A reader who leaves makes the next `write` fail, and so ends what `run` holds open.
 */
export async function textStream(
  run: (write: Write) => Promise<void>,
): Promise<ReadableStream<Uint8Array>> {
  const { readable, writable } = new TextEncoderStream();
  const writer = writable.getWriter();
  const begun = Promise.withResolvers<void>();
  const write: Write = (piece) => {
    begun.resolve();
    return writer.write(piece);
  };
  const running = run(write).then(
    () => {
      begun.resolve();
      return writer.close();
    },
    (error: unknown) => {
      begun.reject(error);
      return writer.abort(error);
    },
  );
  // The reader learns of it through the stream.
  for (const told of [running, writer.closed]) told.catch(() => {});
  await begun.promise;
  return readable;
}
