import { apiFile } from "#lib/api/api-lists.ts";
import { saveZipInChunks } from "#lib/api/save-in-chunks.ts";
import type { ChosenRecords } from "./queries.ts";

/** Downloads everything about a person. */
export const savePersonExport = async (
  records: ChosenRecords,
  onProgress: (byteCount: number) => void,
): Promise<void> =>
  saveZipInChunks(
    await apiFile("POST /api/people/export", { as: "admin", body: { records } }),
    "person.zip",
    onProgress,
  );
