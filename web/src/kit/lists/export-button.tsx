import Download from "lucide-react/icons/download";
import { useEffect, useRef, useState } from "react";
import type { FileKey } from "#contracts/catalog.ts";
import { apiFile } from "#lib/api/api-lists.ts";
import { number } from "#lib/format.ts";
import { getFilename, saveFile } from "#lib/api/save-file.ts";
import { showFailure } from "#ui/messages/show-failure.ts";
import { RowAction } from "./row-menu.tsx";
import type { ListAddress } from "./use-list-address.ts";

const LINE_FEED = 10;

/** Reads the whole response. If the connection drops, throws instead of saving an incomplete file. */
const readLines = async (
  response: Response,
  onProgress: (lineCount: number) => void,
): Promise<Blob> => {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  const reader = response.body?.getReader();
  let lineCount = 0;
  for (let chunk = await reader?.read(); chunk?.value; chunk = await reader?.read()) {
    chunks.push(chunk.value);
    for (const byte of chunk.value) if (byte === LINE_FEED) lineCount += 1;
    onProgress(lineCount);
  }
  return new Blob(chunks, { type: response.headers.get("content-type") ?? "" });
};

export interface ExportButtonProps {
  /** Plural name of the rows, such as "donations". */
  readonly caption: string;
  readonly endpoint: Extract<FileKey, `${string}/export`>;
  readonly list: ListAddress;
  /** Limits the export to these rows. */
  readonly ids?: readonly string[];
}

/** Exports every page of the filtered and sorted list as CSV. */
export const ExportButton = ({ caption, endpoint, list, ids }: ExportButtonProps) => {
  const [lineCount, setLineCount] = useState<number | null>(null);
  const abortController = useRef<AbortController>(null);
  useEffect(() => () => abortController.current?.abort(), []);

  const save = async () => {
    const { signal } = (abortController.current = new AbortController());
    setLineCount(0);
    try {
      const { search, sort, filters } = list;
      const selectedIds = ids && { ids: ids.join(",") };
      const query = { ...filters, ...selectedIds, search, sort } as object;
      const response = await apiFile(endpoint, { as: "admin", query, signal });
      saveFile(await readLines(response, setLineCount), getFilename(response, `${caption}.csv`));
    } catch (error) {
      if (signal.aborted) return;
      showFailure(`The ${caption} could not be exported`, error, {
        title: "Export Failed",
        fallback: "We couldn't download the whole file. Please try again.",
      });
    }
    setLineCount(null);
  };

  return (
    <RowAction size={ids ? "sm" : "md"} busy={lineCount !== null} onClick={() => void save()}>
      <Download aria-hidden="true" size={18} />
      {lineCount === null
        ? ids
          ? "Export selected"
          : "Export"
        : `Exporting… ${number(Math.max(0, lineCount - 1))} rows`}
    </RowAction>
  );
};
