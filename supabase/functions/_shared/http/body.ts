import { AppError } from "../errors.ts";

/** Enough for a phone on a bad connection to send a megabyte. */
const READ_TIMEOUT_MS = 30_000;

/** How much of a refused body is read, and for how long. */
const DISCARD_LIMITS = { bytes: 10_000_000, ms: 5000 };

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

/**
 * Reads what is left of a body, for example because the request was refused. Otherwise, the hosted runtime closes the
 * connection while the caller is still sending, and the caller never gets the response.
 */
export async function discardBody({ body, bodyUsed }: Request): Promise<void> {
  if (body === null || bodyUsed || body.locked) return;
  const reader = body.getReader();
  const timer = setTimeout(() => void reader.cancel().catch(() => undefined), DISCARD_LIMITS.ms);
  try {
    for (let size = 0; size <= DISCARD_LIMITS.bytes;) {
      const { done, value } = await reader.read();
      if (done) return;
      size += value.length;
    }
    await reader.cancel();
  } catch {
    // The caller has gone.
  } finally {
    clearTimeout(timer);
  }
}
