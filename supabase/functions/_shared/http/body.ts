import { AppError } from "../errors.ts";

/** A phone with a bad connection sends a megabyte in this time. */
const READ_WITHIN_MS = 30_000;

/** A sender that dawdles must not hold on to the request for as long as it likes. */
export async function readBody({ body }: Request): Promise<Uint8Array<ArrayBuffer>> {
  if (body === null) return new Uint8Array();
  const reader = body.getReader();
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new AppError("body_too_slow")), READ_WITHIN_MS);
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  try {
    for (;;) {
      const { done, value } = await Promise.race([reader.read(), late.promise]);
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
