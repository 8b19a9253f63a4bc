import { useMutation, useQueryClient, type QueryClient } from "@tanstack/react-query";
import { api, type ApiOptions } from "#lib/api/api-client.ts";
import { LEDGER_READS } from "../donations/mutations.ts";
import { invalidateReads } from "../read-query.ts";
import type { Import } from "./queries.ts";

type NewImport = ApiOptions<"POST /api/imports">["body"];
type ImportChoices = ApiOptions<"POST /api/imports/:id/store">["body"];
type Rows = readonly (readonly string[])[];

const IMPORT_READS = [
  "GET /api/imports",
  "GET /api/imports/:id",
  "GET /api/imports/:id/rows",
] as const;

/** Reads of everything that an import may add to. */
const IMPORTED_READS = [...IMPORT_READS, ...LEDGER_READS, "GET /api/volunteers"] as const;

export const invalidateImported = (queryClient: QueryClient) =>
  invalidateReads(queryClient, IMPORTED_READS);

/** Requests may be at most 1 MB, and characters may take several bytes. */
const MAX_PART_CHARACTERS = 250_000;
const MAX_PART_ROWS = 1000;

/** Returns the end of the part that begins at this row. */
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
  /** The import to continue; without it, a new one starts. */
  readonly record?: Pick<Import, "id">;
  readonly newImport: NewImport;
  /** Kept for retries, so that a lost response doesn't begin a second import. */
  readonly idempotencyKey: string;
  readonly rows: Rows;
  readonly onProgress: (sentRows: number) => void;
}

/** Sends a file's rows in parts, one after another, and has them checked. */
export const useSendFile = () => {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async ({ record, newImport, idempotencyKey, rows, onProgress }: SentFile) => {
      const { id } =
        record ??
        (await api("POST /api/imports", { as: "admin", body: newImport, idempotencyKey }));
      const { state, stagedCount } = await api("GET /api/imports/:id", {
        as: "admin",
        params: { id },
      });
      // The check has begun, although its response was lost.
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
    onSettled: () => invalidateReads(queryClient, IMPORT_READS),
  });
};

export interface ImportToStore {
  readonly id: string;
  readonly choices: ImportChoices;
}

export const useStoreImport = () => {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id, choices }: ImportToStore) =>
      api("POST /api/imports/:id/store", { as: "admin", params: { id }, body: choices }),
    onSettled: () => invalidateReads(queryClient, IMPORT_READS),
  });
};

const STEPS = {
  check: "POST /api/imports/:id/check",
  undo: "POST /api/imports/:id/undo",
  discard: "DELETE /api/imports/:id",
} as const;

export const useImportStep = (step: keyof typeof STEPS) => {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => api(STEPS[step], { as: "admin", params: { id } }),
    onSettled: () => invalidateReads(queryClient, IMPORT_READS),
  });
};
