import { useQuery } from "@tanstack/react-query";
import type { ApiOptions, ApiOutput } from "#lib/api/api-client.ts";
import { mutation } from "../mutation.ts";
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
    ...readQuery("POST /api/erasures/preview", { as: "admin", body: { records } }),
    gcTime: 0,
    refetchOnWindowFocus: false,
  });

export interface NewErasure {
  readonly body: ApiOptions<"POST /api/erasures">["body"];
  /** Reused when retrying, so that a lost response doesn't cause a second erasure. */
  readonly idempotencyKey: string;
}

/** Any list may contain the person, so everything is refetched. */
export const useStartErasure = mutation("POST /api/erasures", {
  request: ({ body, idempotencyKey }: NewErasure) => ({ as: "admin", body, idempotencyKey }),
  onSuccess: (_output, _input, queryClient) =>
    queryClient.removeQueries({ queryKey: ["GET /api/people"] }),
  invalidates: "everything",
  inBackground: true,
});

export const useContinueErasure = mutation("POST /api/erasures/:id/continue", {
  request: (id: string) => ({ as: "admin", params: { id } }),
  invalidates: ["GET /api/erasures"],
  evenAfterFailure: true,
});
