import { Zip, ZipPassThrough } from "fflate";

export interface ZippedFile {
  readonly name: string;
  /** Yields the file's text or bytes, piece by piece. */
  readonly content: AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>;
}

/**
 * Writes a ZIP archive chunk by chunk, so that only a small part of it is in memory at a time. The files aren't
 * compressed, because that takes most of the 2 seconds of processor time that the platform allows.
 */
export async function writeZip(
  files: AsyncIterable<ZippedFile>,
  write: (chunk: Uint8Array) => Promise<void>,
): Promise<void> {
  const encoder = new TextEncoder();
  const pendingChunks: Uint8Array[] = [];
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    pendingChunks.push(chunk);
  });
  const flush = async () => {
    for (const chunk of pendingChunks.splice(0)) await write(chunk);
  };
  for await (const { name, content } of files) {
    const entry = new ZipPassThrough(name);
    zip.add(entry);
    for await (const piece of content) {
      entry.push(typeof piece === "string" ? encoder.encode(piece) : piece);
      await flush();
    }
    entry.push(new Uint8Array(), true);
    await flush();
  }
  zip.end();
  await flush();
}
