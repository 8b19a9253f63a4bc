import { apiFile } from "#lib/api/api-lists.ts";
import { saveResponse } from "#lib/api/save-file.ts";

/** Downloads the rows of an import that have the given outcome. */
export const saveImportRows = async (
  id: string,
  outcome: "problem" | "lookalike",
): Promise<void> => {
  const response = await apiFile("GET /api/imports/:id/rows/file", {
    as: "admin",
    params: { id },
    query: { outcome },
  });
  await saveResponse(response, `${outcome}-rows.csv`);
};
