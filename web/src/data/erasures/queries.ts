import { useQuery } from "@tanstack/react-query";
import { api, type ApiOutput } from "#lib/api/api-client.ts";
import type { ChosenRecords } from "../people/queries.ts";
import { readQuery } from "../read-query.ts";

export type Erasure = ApiOutput<"GET /api/erasures", "admin">[number];
export type ErasurePreview = ApiOutput<"POST /api/erasures/preview", "admin">;

const POLL_MS = 2000;

/** Lists erasures, and polls until all of them are done. */
export const useErasures = () =>
  useQuery({
    ...readQuery("GET /api/erasures", { as: "admin" }),
    refetchInterval: ({ state }) =>
      state.data?.some((erasure) => erasure.state !== "done") ? POLL_MS : false,
  });

/** Reads what erasing a person would do. Never cached, because administrators base their decision on it. */
export const useErasurePreview = (records: ChosenRecords) =>
  useQuery({
    queryKey: ["POST /api/erasures/preview", records],
    queryFn: ({ signal }) =>
      api("POST /api/erasures/preview", { as: "admin", body: { records }, signal }),
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
