import { keepPreviousData, useQuery, type UseQueryResult } from "@tanstack/react-query";
import type { ApiOutput } from "#lib/api/api-client.ts";
import { download } from "../download.ts";
import { readQuery } from "../read-query.ts";

export type BoardReport = ApiOutput<"GET /api/board-reports", "admin">;

/** Screens show only the figures of the administrator's areas, which the server never withholds. */
export type ShownBoardReport = {
  readonly [Figure in keyof BoardReport]: NonNullable<BoardReport[Figure]>;
};

/** Refetches on every mount, because most writes change a figure. Keeps the previous year's figures while loading. */
export const useBoardReport = (year: string) =>
  useQuery({
    ...readQuery("GET /api/board-reports", { as: "admin", query: { year } }),
    placeholderData: keepPreviousData,
    refetchOnMount: "always",
  }) as UseQueryResult<ShownBoardReport>;

export const useSaveBoardReport = download("GET /api/board-reports/file", {
  request: (year: string) => ({ as: "admin", query: { year } }),
  fallbackName: "board-report.pdf",
});
