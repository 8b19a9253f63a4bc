import Download from "lucide-react/icons/download";
import { useEffect, useRef, useState } from "react";
import type { FileKey } from "#contracts/catalogue.ts";
import { apiFile } from "#lib/api/api-lists.ts";
import { number } from "#lib/format.ts";
import { filenameOf, saveFile } from "#lib/api/save-file.ts";
import { Button } from "#ui/button.tsx";
import { showFailure } from "#ui/messages/show-failure.ts";
import type { ListAddress } from "./use-list-address.ts";

const LINE_END = 10;

/** Reads the whole response. A dropped connection throws instead of truncating the file. */
const readLines = async (response: Response, onLines: (lines: number) => void): Promise<Blob> => {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const reader = response.body?.getReader();
  let lines = 0;
  for (let chunk = await reader?.read(); chunk?.value; chunk = await reader?.read()) {
    parts.push(chunk.value);
    for (const byte of chunk.value) if (byte === LINE_END) lines += 1;
    onLines(lines);
  }
  return new Blob(parts, { type: response.headers.get("content-type") ?? "" });
};

export interface ExportButtonProps {
  /** Plural name of the rows, such as "donations". */
  readonly caption: string;
  readonly from: Extract<FileKey, `${string}/export`>;
  readonly list: ListAddress;
  /** Limits the export to these rows. */
  readonly ids?: readonly string[];
}

/** Exports every page of the filtered and sorted list as CSV. */
export const ExportButton = ({ caption, from, list, ids }: ExportButtonProps) => {
  const [lines, setLines] = useState<number | null>(null);
  const abortController = useRef<AbortController>(null);
  useEffect(() => () => abortController.current?.abort(), []);

  const save = async () => {
    const { signal } = (abortController.current = new AbortController());
    setLines(0);
    try {
      const { search, sort, filters } = list;
      const selectedIds = ids && { ids: ids.join(",") };
      const query = { ...filters, ...selectedIds, search, sort } as object;
      const response = await apiFile(from, { as: "admin", query, signal });
      saveFile(await readLines(response, setLines), filenameOf(response, `${caption}.csv`));
    } catch (error) {
      if (signal.aborted) return;
      showFailure(`The ${caption} could not be exported`, error, {
        title: "Export Failed",
        fallback: "We couldn't download the whole file. Please try again.",
      });
    }
    setLines(null);
  };

  return (
    <Button variant="outline" size={ids && "sm"} busy={lines !== null} onClick={() => void save()}>
      <Download aria-hidden="true" size={18} />
      {lines === null
        ? ids
          ? "Export selected"
          : "Export"
        : `Exporting… ${number(Math.max(0, lines - 1))} rows`}
    </Button>
  );
};
