import { useQuery } from "@tanstack/react-query";
import type { ApiOutput } from "#lib/api/api-client.ts";
import { readQuery } from "../read-query.ts";

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
