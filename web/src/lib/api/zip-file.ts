import { Zip, ZipDeflate } from "fflate";

/** How much is compressed at a time. In between, the page responds to its user. */
const PIECE_LENGTH = 2 ** 18;

/**
 * Writes a ZIP file of files that are added one after another. Only one piece of a file is in memory at a time, because
 * the browser may keep blobs on disk.
 */
export const createZipFile = () => {
  const parts: Blob[] = [];
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    parts.push(new Blob([chunk]));
  });
  return {
    add: async (name: string, content: Blob): Promise<void> => {
      const entry = new ZipDeflate(name);
      zip.add(entry);
      for (let start = 0; start < content.size; start += PIECE_LENGTH) {
        const piece = await content.slice(start, start + PIECE_LENGTH).arrayBuffer();
        entry.push(new Uint8Array(piece));
      }
      entry.push(new Uint8Array(), true);
    },
    finish: (): Blob => {
      zip.end();
      return new Blob(parts, { type: "application/zip" });
    },
  };
};
