import { AppError } from "../errors.ts";

/** Enough for a phone on a bad connection to send a megabyte. */
const READ_TIMEOUT_MS = 30_000;

/** Reads the body with a time limit, so slow senders can't hold requests open. */
export async function readBody({ body }: Request): Promise<Uint8Array<ArrayBuffer>> {
  if (body === null) return new Uint8Array();
  const reader = body.getReader();
  const timeout = Promise.withResolvers<never>();
  const timer = setTimeout(() => timeout.reject(new AppError("body_too_slow")), READ_TIMEOUT_MS);
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  try {
    for (;;) {
      const { done, value } = await Promise.race([reader.read(), timeout.promise]);
      if (done) return new Uint8Array(await new Blob(chunks).arrayBuffer());
      chunks.push(value);
    }
  } catch (error) {
    reader.cancel().catch(() => undefined);
    throw error;
  } finally {
    clearTimeout(timer);
  }
}
