import type { FileKey } from "#contracts/catalog.ts";
import { apiFile } from "#lib/api/api-lists.ts";
import { joinParts, readFileParts, type FileParts } from "#lib/api/file-parts.ts";
import { saveFile } from "#lib/api/save-file.ts";
import { number } from "#lib/format.ts";
import { identifyOwnWork } from "#lib/session/own-work.ts";
import { createInterruptedWork, useContinuedWork } from "#lib/use-continued-work.ts";
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

const interrupted = createInterruptedWork<ArrivedExport>();

const identifyExport = ({ endpoint, query }: ExportRequest): string =>
  identifyOwnWork(endpoint, query);

/** Returns true if this export was interrupted and can be continued. */
export const isInterrupted = (request: ExportRequest): boolean =>
  interrupted.find(identifyExport(request)) !== null;

const describeResult = ({ rowCount, expectedRowCount }: FileParts): string =>
  rowCount === expectedRowCount
    ? `Rows in the file: ${number(rowCount)}`
    : `The list changed in the meantime. At first, it had ${number(expectedRowCount)} rows. The file has ${number(rowCount)}.`;

/** Downloads a whole list as CSV, part by part. An export that is interrupted can be continued. */
export const useExport = (request: ExportRequest, onSaved: () => void) => {
  const { caption, endpoint, query } = request;
  const { progress, state, error, start, resume, stop, forget } = useContinuedWork({
    id: identifyExport(request),
    interrupted,
    failure: `The ${caption} could not be exported`,
    run: async ({ parts, hasTotals }, { keep, signal }) => {
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
        onPart: (arrivedParts) => keep({ parts: arrivedParts, hasTotals }),
      });
      saveFile(joinParts(whole), whole.filename);
      showSuccess({ title: "Export complete", description: describeResult(whole) });
      onSaved();
    },
  });

  return {
    arrived: progress ?? { hasTotals: false },
    isRunning: state === "running",
    /** Why the export was interrupted; null if it wasn't, or if it was interrupted earlier. */
    error,
    startOver: (hasTotals: boolean) => {
      forget();
      start({ hasTotals });
    },
    resume,
    /** Stops and forgets the parts that have arrived. */
    cancel: () => {
      stop();
      forget();
    },
  };
};
