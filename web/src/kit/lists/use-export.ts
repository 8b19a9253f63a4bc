import { useEffect, useRef, useState } from "react";
import type { FileKey } from "#contracts/catalog.ts";
import { apiFile } from "#lib/api/api-lists.ts";
import { isUnauthorized } from "#lib/api/api-error.ts";
import { joinParts, readFileParts, type FileParts } from "#lib/api/file-parts.ts";
import { saveFile } from "#lib/api/save-file.ts";
import { number } from "#lib/format.ts";
import { logError } from "#lib/log.ts";
import { useWarningOnClose } from "#lib/use-warning-on-close.ts";
import { identifyOwnWork } from "#lib/session/own-work.ts";
import { showSuccess } from "#ui/messages/show-success.ts";

export type ExportKey = Extract<FileKey, `${string}/export`>;

export interface ExportRequest {
  /** Plural name of the rows, such as "donations". */
  readonly caption: string;
  readonly endpoint: ExportKey;
  /** The list's search, sort and filters. */
  readonly query: Readonly<Record<string, string>>;
}

interface ArrivedExport {
  /** Undefined until the first part has arrived. */
  readonly parts?: FileParts | undefined;
  readonly hasTotals: boolean;
}

/** The export that was interrupted last. It's kept while the user logs in again or looks at other pages. */
let interruptedExport: (ArrivedExport & { readonly id: string }) | null = null;

const identifyExport = ({ endpoint, query }: ExportRequest): string =>
  identifyOwnWork(endpoint, query);

/** Returns true if this export was interrupted and can be continued. */
export const isInterrupted = (request: ExportRequest): boolean =>
  interruptedExport?.id === identifyExport(request);

const describeResult = ({ rowCount, expectedRowCount }: FileParts): string =>
  rowCount === expectedRowCount
    ? `Rows in the file: ${number(rowCount)}`
    : `The list changed in the meantime. At first, it had ${number(expectedRowCount)} rows. The file has ${number(rowCount)}.`;

/** Downloads a whole list as CSV, part by part. An export that is interrupted can be continued. */
export const useExport = (request: ExportRequest, onSaved: () => void) => {
  const { caption, endpoint, query } = request;
  const [id] = useState(() => identifyExport(request));
  const [arrived, setArrived] = useState<ArrivedExport>(() =>
    interruptedExport?.id === id ? interruptedExport : { hasTotals: false },
  );
  const [isRunning, setIsRunning] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const abortController = useRef<AbortController>(null);
  useEffect(() => () => abortController.current?.abort(), []);
  useWarningOnClose(isRunning);

  const run = async ({ parts, hasTotals }: ArrivedExport) => {
    const { signal } = (abortController.current = new AbortController());
    setIsRunning(true);
    setError(null);
    const whole = await readFileParts({
      requestPart: (cursor) =>
        apiFile(endpoint, {
          as: "admin",
          query: { ...query, totals: hasTotals ? "true" : undefined, cursor },
          signal,
        }),
      earlierParts: parts,
      fallbackName: `${caption}.csv`,
      signal,
      onPart: (arrivedParts) => {
        interruptedExport = { id, parts: arrivedParts, hasTotals };
        setArrived({ parts: arrivedParts, hasTotals });
      },
    });
    interruptedExport = null;
    saveFile(joinParts(whole), whole.filename);
    showSuccess({ title: "Export complete", description: describeResult(whole) });
    onSaved();
  };
  const start = (from: ArrivedExport) =>
    run(from).catch((failure: unknown) => {
      if (abortController.current?.signal.aborted) return;
      // At the end of a session, the page says so.
      if (!isUnauthorized(failure)) logError(`The ${caption} could not be exported`, failure);
      setError(failure);
      setIsRunning(false);
    });

  return {
    arrived,
    isRunning,
    /** Why the export was interrupted; null if it wasn't, or if it was interrupted earlier. */
    error,
    startOver: (hasTotals: boolean) => {
      interruptedExport = null;
      setArrived({ hasTotals });
      void start({ hasTotals });
    },
    resume: () => void start(arrived),
    /** Stops and forgets the parts that have arrived. */
    cancel: () => {
      abortController.current?.abort();
      interruptedExport = null;
    },
  };
};
