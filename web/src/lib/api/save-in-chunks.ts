import { getFilename, saveFile } from "./save-file.ts";

/**
 * Downloads a ZIP file and reports how much has arrived. If the connection drops, throws instead of saving an
 * incomplete file.
 */
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
  saveFile(new Blob(chunks, { type: "application/zip" }), getFilename(response, fallbackName));
};
