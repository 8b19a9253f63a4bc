import { apiFile } from "#lib/api/api-lists.ts";
import { saveZipInChunks } from "#lib/api/save-in-chunks.ts";

/** Downloads the archive, a ZIP file of everything. */
export const saveArchive = async (onProgress: (byteCount: number) => void): Promise<void> =>
  saveZipInChunks(
    await apiFile("POST /api/archives", { as: "admin" }),
    "everything.zip",
    onProgress,
  );
