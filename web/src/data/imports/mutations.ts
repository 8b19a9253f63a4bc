import { type QueryClient, useQuery } from "@tanstack/react-query";
import { api, type ApiOptions, type ApiOutput } from "#lib/api/api-client.ts";
import { apiFile } from "#lib/api/api-lists.ts";
import { joinParts, readFileParts } from "#lib/api/file-parts.ts";
import { saveFile } from "#lib/api/save-file.ts";
import { DONATION_EFFECT } from "../donations/queries.ts";
import { customMutation, mutation } from "../mutation.ts";
import { invalidateReads, readQuery } from "../read-query.ts";

export type Import = ApiOutput<"GET /api/imports/:id", "admin">;

const BUSY_STATES: ReadonlySet<Import["state"]> = new Set(["checking", "importing", "undoing"]);

const POLL_MS = 1000;

/** Returns true while the server is working on the import. */
export const isBusy = ({ state }: Pick<Import, "state">): boolean => BUSY_STATES.has(state);

const getPollInterval = (isAnyBusy: boolean | undefined) => (isAnyBusy ? POLL_MS : false);

export const useImports = () =>
  useQuery({
    ...readQuery("GET /api/imports", { as: "admin" }),
    refetchInterval: ({ state }) => getPollInterval(state.data?.some(isBusy)),
  });

export const useImport = (id: string) =>
  useQuery({
    ...readQuery("GET /api/imports/:id", { as: "admin", params: { id } }),
    refetchInterval: ({ state }) => getPollInterval(state.data && isBusy(state.data)),
  });

/** Returns the first rows of an import that have the given outcome. */
export const useImportRows = (id: string, outcome: "problem" | "lookalike") =>
  useQuery(
    readQuery("GET /api/imports/:id/rows", { as: "admin", params: { id }, query: { outcome } }),
  );

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

type NewImport = ApiOptions<"POST /api/imports">["body"];

type ImportChoices = ApiOptions<"POST /api/imports/:id/store">["body"];

type Rows = readonly (readonly string[])[];

/** The server may have processed a write that seems to have failed. */
const IMPORT_EFFECT = {
  invalidates: ["GET /api/imports", "GET /api/imports/:id", "GET /api/imports/:id/rows"],
  evenAfterFailure: true,
} as const;

/** Invalidates all data that an import may have added to, once the server has processed its rows. */
export const invalidateImported = (queryClient: QueryClient) =>
  invalidateReads(queryClient, [
    ...IMPORT_EFFECT.invalidates,
    ...DONATION_EFFECT.invalidates,
    "GET /api/volunteers",
  ]);

/** A request may have at most 1 MB, and a character may take up several bytes. */
const MAX_PART_CHARACTERS = 250_000;

const MAX_PART_ROWS = 1000;

/** Returns the end of the part that starts at this row. */
export function findPartEnd(rows: Rows, begin: number): number {
  let characters = 0;
  let end = begin;
  while (end < rows.length && end - begin < MAX_PART_ROWS) {
    characters += (rows[end] ?? []).reduce((sum, cell) => sum + cell.length + 3, 2);
    if (characters > MAX_PART_CHARACTERS && end > begin) break;
    end += 1;
  }
  return end;
}

export interface SentFile {
  /** The import to continue. If omitted, a new one is created. */
  readonly record?: Pick<Import, "id">;
  readonly newImport: NewImport;
  /** Reused when retrying, so that a lost response doesn't cause a second import. */
  readonly idempotencyKey: string;
  readonly rows: Rows;
  readonly onProgress: (sentRowCount: number) => void;
}

/** Sends a file's rows in parts, one part after another, and then has them checked. */
export const useSendFile = customMutation(
  ["POST /api/imports", "POST /api/imports/:id/rows", "POST /api/imports/:id/check"],
  {
    send: async ({ record, newImport, idempotencyKey, rows, onProgress }: SentFile) => {
      const { id } =
        record ??
        (await api("POST /api/imports", { as: "admin", body: newImport, idempotencyKey }));
      const { state, stagedCount } = await api("GET /api/imports/:id", {
        as: "admin",
        params: { id },
      });
      // The check has started, although the response was lost.
      if (state !== "staging") return { id };
      for (let begin = stagedCount; begin < rows.length;) {
        const end = findPartEnd(rows, begin);
        const body = { firstRow: begin + 1, rows: rows.slice(begin, end).map((row) => [...row]) };
        await api("POST /api/imports/:id/rows", { as: "admin", params: { id }, body });
        onProgress(end);
        begin = end;
      }
      return api("POST /api/imports/:id/check", { as: "admin", params: { id } });
    },
    ...IMPORT_EFFECT,
  },
);

export interface ImportToStore {
  readonly id: string;
  readonly choices: ImportChoices;
}

export const useStoreImport = mutation("POST /api/imports/:id/store", {
  request: ({ id, choices }: ImportToStore) => ({ as: "admin", params: { id }, body: choices }),
  ...IMPORT_EFFECT,
});

const STEPS = {
  check: "POST /api/imports/:id/check",
  undo: "POST /api/imports/:id/undo",
  discard: "DELETE /api/imports/:id",
} as const;

export const useImportStep = customMutation(Object.values(STEPS), {
  send: (id: string, _queryClient, step: keyof typeof STEPS) =>
    api(STEPS[step], { as: "admin", params: { id } }),
  ...IMPORT_EFFECT,
});
