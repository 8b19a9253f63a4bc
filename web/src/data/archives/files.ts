import { apiFile } from "#lib/api/api-lists.ts";
import { filenameOf, saveFile } from "#lib/api/save-file.ts";

/** Downloads everything. A connection that drops throws instead of saving half of the file. */
export const saveArchive = async (onProgress: (byteCount: number) => void): Promise<void> => {
  const response = await apiFile("POST /api/archives", { as: "admin" });
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let byteCount = 0;
  const reader = response.body?.getReader();
  for (let chunk = await reader?.read(); chunk?.value; chunk = await reader?.read()) {
    chunks.push(chunk.value);
    byteCount += chunk.value.length;
    onProgress(byteCount);
  }
  saveFile(new Blob(chunks, { type: "application/zip" }), filenameOf(response, "everything.zip"));
};
