import { wait } from "../time/wait.ts";
import { ApiError } from "./api-error.ts";
import { hadNoResponse } from "./refusals.ts";
import { getFilename } from "./save-file.ts";

/** A file that arrives in parts, as far as it has arrived. */
export interface FileParts {
  readonly blobs: readonly Blob[];
  readonly rowCount: number;
  /** How many rows the file will have, according to the first part. Rows may come and go in the meantime. */
  readonly expectedRowCount: number;
  /** Where the next part begins. Undefined before the first part, and null after the last one. */
  readonly cursor: string | null | undefined;
  readonly filename: string;
}

/** Thrown if a part, or the whole file, has less in it than the server says. */
export class IncompleteFileError extends Error {
  override readonly name = "IncompleteFileError";
}

export interface PartsRequest {
  readonly requestPart: (cursor: string | undefined) => Promise<Response>;
  /** The parts that arrived earlier, if the download was interrupted. */
  readonly earlierParts?: FileParts | undefined;
  readonly fallbackName: string;
  readonly signal?: AbortSignal | undefined;
  readonly onPart?: (parts: FileParts) => void;
}

const RETRY_DELAYS_MS = [1000, 2000, 4000];
/** If the server asks for a longer wait, the user decides when to continue. */
const LONGEST_WAIT_SECONDS = 60;

const readCount = (headers: Headers, name: string): number | null => {
  const value = headers.get(name);
  return value === null || !/^\d+$/.test(value) ? null : Number(value);
};

/**
 * Adds a part to the file. A gateway that stops in the middle may end the response as if it were whole, so the part's
 * size is compared with the size that the server states.
 */
const addPart = async (
  parts: FileParts | undefined,
  response: Response,
  fallbackName: string,
): Promise<FileParts> => {
  const { headers } = response;
  const bytes = await response.arrayBuffer();
  const partRowCount = readCount(headers, "x-part-rows");
  const total = readCount(headers, "x-total-count");
  if (partRowCount === null || bytes.byteLength !== readCount(headers, "x-part-bytes")) {
    throw new IncompleteFileError("A part of the file was cut");
  }
  const rowCount = (parts?.rowCount ?? 0) + partRowCount;
  const cursor = headers.get("x-next-cursor");
  if (cursor === null && rowCount !== total) {
    throw new IncompleteFileError(`The file has ${rowCount} rows instead of ${total}`);
  }
  const type = headers.get("content-type") ?? "";
  return {
    // The browser may keep blobs on disk, so a large file doesn't have to fit into memory.
    blobs: [...(parts?.blobs ?? []), new Blob([bytes], { type })],
    rowCount,
    expectedRowCount: parts?.expectedRowCount ?? total ?? rowCount,
    cursor,
    filename: parts?.filename ?? getFilename(response, fallbackName),
  };
};

/** Returns how long to wait before another attempt, or null if another attempt wouldn't help. */
export const getRetryDelay = (error: unknown, attempt: number): number | null => {
  const delay = RETRY_DELAYS_MS[attempt];
  if (delay === undefined) return null;
  if (error instanceof IncompleteFileError || hadNoResponse(error)) return delay;
  if (!(error instanceof ApiError) || (error.status < 500 && error.status !== 429)) return null;
  const { retryAfterSeconds = 0 } = error;
  return retryAfterSeconds > LONGEST_WAIT_SECONDS
    ? null
    : Math.max(delay, retryAfterSeconds * 1000);
};

/**
 * Downloads a file in parts, one after another, and repeats a part that fails or is cut. Returns the file only if it is
 * whole.
 */
export const readFileParts = async ({
  requestPart,
  earlierParts,
  fallbackName,
  signal,
  onPart,
}: PartsRequest): Promise<FileParts> => {
  let parts = earlierParts;
  let failedAttempts = 0;
  while (parts?.cursor !== null) {
    try {
      parts = await addPart(parts, await requestPart(parts?.cursor), fallbackName);
      failedAttempts = 0;
      onPart?.(parts);
    } catch (error) {
      signal?.throwIfAborted();
      const delayMs = getRetryDelay(error, failedAttempts);
      if (delayMs === null) throw error;
      failedAttempts += 1;
      await wait(delayMs, signal);
    }
  }
  return parts;
};

export const joinParts = ({ blobs }: FileParts): Blob =>
  new Blob([...blobs], { type: blobs[0]?.type ?? "" });
