import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api, type ApiOptions, type ApiOutput } from "#lib/api/api-client.ts";
import type { ChosenRecords } from "../people/queries.ts";
import { invalidateReads, readQuery } from "../read-query.ts";

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

export interface NewErasure {
  readonly body: ApiOptions<"POST /api/erasures">["body"];
  /** Reused when retrying, so that a lost response doesn't cause a second erasure. */
  readonly idempotencyKey: string;
}

/** Any list may contain the person, so everything is refetched. */
export const useStartErasure = () => {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ body, idempotencyKey }: NewErasure) =>
      api("POST /api/erasures", { as: "admin", body, idempotencyKey }),
    onSuccess: () => {
      queryClient.removeQueries({ queryKey: ["GET /api/people"] });
      void queryClient.invalidateQueries();
    },
  });
};

export const useContinueErasure = () => {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) =>
      api("POST /api/erasures/:id/continue", { as: "admin", params: { id } }),
    onSettled: () => invalidateReads(queryClient, ["GET /api/erasures"]),
  });
};
