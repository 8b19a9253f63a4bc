import { apiFile } from "#lib/api/api-lists.ts";
import { joinParts, readFileParts } from "#lib/api/file-parts.ts";
import { saveFile } from "#lib/api/save-file.ts";

/** Downloads the rows of an import that have the given outcome. */
export const saveImportRows = async (
  id: string,
  outcome: "problem" | "lookalike",
): Promise<void> => {
  const { signal } = new AbortController();
  const parts = await readFileParts({
    requestPart: (cursor) =>
      apiFile("GET /api/imports/:id/rows/file", {
        as: "admin",
        params: { id },
        query: { outcome, cursor },
        signal,
      }),
    fallbackName: `${outcome}-rows.csv`,
    signal,
  });
  saveFile(joinParts(parts), parts.filename);
};
