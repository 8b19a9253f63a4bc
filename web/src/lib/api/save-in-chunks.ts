import { IncompleteFileError } from "./file-parts.ts";
import { getFilename, saveFile } from "./save-file.ts";

/** The signature of the record that ends a ZIP file, and the record's length. */
const END_SIGNATURE = [0x50, 0x4b, 0x05, 0x06];
const END_LENGTH = 22;

/** Returns whether the ZIP file has its end. A gateway may end a response that it cuts as if it were whole. */
const hasEnd = (chunks: readonly Uint8Array[]): boolean => {
  const lastBytes: number[] = [];
  for (const chunk of chunks.toReversed()) {
    lastBytes.unshift(...chunk.slice(-END_LENGTH));
    if (lastBytes.length >= END_LENGTH) break;
  }
  const end = lastBytes.slice(-END_LENGTH);
  return END_SIGNATURE.every((byte, index) => end[index] === byte);
};

/** Downloads a ZIP file and reports how much has arrived. Throws instead of saving an incomplete file. */
export const saveZipInChunks = async (
  response: Response,
  fallbackName: string,
  onProgress: (byteCount: number) => void,
): Promise<void> => {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let byteCount = 0;
  const reader = response.body?.getReader();
  for (let chunk = await reader?.read(); chunk?.value; chunk = await reader?.read()) {
    chunks.push(chunk.value);
    byteCount += chunk.value.length;
    onProgress(byteCount);
  }
  if (!hasEnd(chunks)) throw new IncompleteFileError("The ZIP file was cut");
  saveFile(new Blob(chunks, { type: "application/zip" }), getFilename(response, fallbackName));
};
