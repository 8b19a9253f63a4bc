import type { PaperKind } from "#contracts/choices.ts";
import { LABELS_PER_REQUEST, PAGE_LIMIT_MAX, PAPERS_PER_REQUEST } from "#contracts/limits.ts";
import { api, type ApiOptions, type ApiOutput } from "#lib/api/api-client.ts";
import { apiPage } from "#lib/api/api-lists.ts";
import { getRetryDelay } from "#lib/api/file-parts.ts";
import { wait } from "#lib/time/wait.ts";
import { mutation } from "../mutation.ts";

/** What to print. */
export interface PaperRequest {
  /** Whose IDs the list has. */
  readonly idsOf: "donations" | "donors";
  readonly kind: PaperKind;
  readonly year?: number | undefined;
  readonly letterId?: string | undefined;
}

type Papers = ApiOutput<"GET /api/printed-papers/pdf", "admin">;
export type UnprintablePaper = Papers["unprintable"][number];

/** The papers that have arrived. */
export interface ArrivedPapers {
  readonly files: readonly Uint8Array[];
  readonly printedIds: readonly string[];
  /** What to record as printed: the donations of receipts, otherwise the donors. */
  readonly recordIds: readonly string[];
  readonly unprintable: readonly UnprintablePaper[];
  /** The donations or donors that are still to be printed, first those whose labels didn't fill a sheet. */
  readonly remainingIds: readonly string[];
}

export const startPapers = (ids: readonly string[]): ArrivedPapers => ({
  files: [],
  printedIds: [],
  recordIds: [],
  unprintable: [],
  remainingIds: ids,
});

type ListedKey = "GET /api/donations" | "GET /api/donors-consolidated";

/** Returns the IDs of a list's rows, in its order, up to a limit. */
export const listIds = async (
  key: ListedKey,
  query: Readonly<Record<string, string>>,
  { limit, signal }: { readonly limit: number; readonly signal: AbortSignal },
): Promise<readonly string[]> => {
  const ids: string[] = [];
  for (;;) {
    const { rows, hasMore } = await apiPage(key, {
      as: "admin",
      query: { ...query, limit: PAGE_LIMIT_MAX, cursor: ids.at(-1) },
      signal,
    });
    ids.push(...rows.map(({ id }) => id));
    if (!hasMore || ids.length >= limit) return ids.slice(0, limit);
  }
};

/** Repeats a request that fails because of the connection or because the server is busy. */
const withRetries = async <Result>(
  attempt: () => Promise<Result>,
  signal: AbortSignal,
): Promise<Result> => {
  for (let failedAttempts = 0; ; failedAttempts += 1) {
    try {
      return await attempt();
    } catch (error) {
      signal.throwIfAborted();
      const delayMs = getRetryDelay(error, failedAttempts);
      if (delayMs === null) throw error;
      await wait(delayMs, signal);
    }
  }
};

const decodeBase64 = (text: string): Uint8Array =>
  Uint8Array.from(atob(text), (character) => character.charCodeAt(0));

/** Requests the next papers, and adds them to those that have arrived. */
export const requestNextPapers = async (
  { kind, idsOf, year, letterId }: PaperRequest,
  arrived: ArrivedPapers,
  signal: AbortSignal,
): Promise<ArrivedPapers> => {
  const count = kind === "labels" ? LABELS_PER_REQUEST : PAPERS_PER_REQUEST;
  const ids = arrived.remainingIds.slice(0, count);
  const laterIds = arrived.remainingIds.slice(count);
  const query = {
    kind,
    idsOf,
    ids: ids.join(","),
    year: year === undefined ? undefined : String(year),
    letterId,
    isLast: laterIds.length === 0 ? "true" : "false",
  } as const;
  const { pdf, printedIds, recordIds, waitingIds, unprintable } = await withRetries(
    () => api("GET /api/printed-papers/pdf", { as: "admin", query, signal }),
    signal,
  );
  return {
    files: pdf === null ? arrived.files : [...arrived.files, decodeBase64(pdf)],
    printedIds: [...arrived.printedIds, ...printedIds],
    recordIds: [...arrived.recordIds, ...recordIds],
    unprintable: [...arrived.unprintable, ...unprintable],
    remainingIds: [...waitingIds, ...laterIds],
  };
};

export interface PrintRecord {
  readonly body: ApiOptions<"POST /api/printed-papers">["body"];
  readonly idempotencyKey: string;
}

/** Records which papers were printed, so that the lists say who hasn't got a statement yet. */
export const useRecordPrintedPapers = mutation("POST /api/printed-papers", {
  request: ({ body, idempotencyKey }: PrintRecord) => ({ as: "admin", body, idempotencyKey }),
  invalidates: ["GET /api/donors-consolidated", "GET /api/donations/:id", "GET /api/donors/:id"],
  unaffected: { "GET /api/printed-papers/pdf": "It makes the same papers again." },
  evenAfterFailure: true,
});
