import { api, type ApiOptions } from "#lib/api/api-client.ts";
import { apiFile } from "#lib/api/api-lists.ts";
import { type FileParts, joinParts, readFileParts } from "#lib/api/file-parts.ts";
import { saveFile } from "#lib/api/save-file.ts";
import { dayAt } from "#lib/time/day-and-time.ts";
import { createZipFile } from "#lib/api/zip-file.ts";
import { createArchiveReadme } from "#rules/archive-readme.ts";

const countBytes = ({ blobs }: FileParts): number =>
  blobs.reduce((byteCount, { size }) => byteCount + size, 0);

/**
 * Downloads every table, part by part, and saves them as one ZIP file with a description. Saves nothing unless every
 * table is whole. `onProgress` gets the number of bytes that have arrived.
 */
export const saveArchive = async (
  area: ApiOptions<"POST /api/archives">["body"]["area"],
  timeZone: string,
  onProgress: (byteCount: number) => void,
): Promise<void> => {
  const { id, createdAt, columns } = await api("POST /api/archives", {
    as: "admin",
    body: { area },
  });
  const zip = createZipFile();
  const rowCounts = new Map<string, number>();
  let earlierByteCount = 0;
  for (const table of new Set(columns.map(({ tableName }) => tableName))) {
    const parts = await readFileParts({
      requestPart: (cursor) =>
        apiFile("GET /api/archives/:id/table", {
          as: "admin",
          params: { id },
          query: { table, cursor },
        }),
      fallbackName: `${table}.csv`,
      onPart: (arrived) => onProgress(earlierByteCount + countBytes(arrived)),
    });
    await zip.add(`${table}.csv`, joinParts(parts));
    rowCounts.set(table, parts.rowCount);
    earlierByteCount += countBytes(parts);
  }
  const origin = { area, createdAt, finishedAt: new Date().toISOString() };
  await zip.add("README.txt", new Blob([createArchiveReadme(columns, rowCounts, origin)]));
  const day = dayAt(createdAt, timeZone);
  saveFile(zip.finish(), `${area === "owner" ? "everything" : area}-${day}.zip`);
};
