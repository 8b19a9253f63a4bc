import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { ApiOptions, ApiOutput } from "#lib/api/api-client.ts";
import { apiFile } from "#lib/api/api-lists.ts";
import { saveZipInChunks } from "#lib/api/save-in-chunks.ts";
import { readQuery } from "../read-query.ts";

export type FoundRecord = ApiOutput<"GET /api/people", "admin">["records"][number];

/** The IDs of one person's records. */
export type ChosenRecords = ApiOptions<"POST /api/people/export">["body"]["records"];

/** Shorter search text would match almost everyone. */
export const SEARCH_MIN_LENGTH = 2;

export const useFoundPeople = (search: string) =>
  useQuery({
    ...readQuery("GET /api/people", { as: "admin", query: { search } }),
    enabled: search.length >= SEARCH_MIN_LENGTH,
    placeholderData: keepPreviousData,
  });

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
