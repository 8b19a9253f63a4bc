import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api, type ApiOptions, type ApiOutput } from "#lib/api/api-client.ts";
import { EVENT_READS } from "../events/resource.ts";
import { invalidateReads, type ReadKey, readQuery } from "../read-query.ts";

export type VolunteerMergePreview = ApiOutput<"GET /api/volunteer-merges/preview", "admin">;

export type VolunteerMergeSide = VolunteerMergePreview["kept"];

/** Not cached (`gcTime: 0`), so that the versions in the preview are the current ones. */
export const useVolunteerMergePreview = (keptId: string, mergedId: string) =>
  useQuery({
    ...readQuery("GET /api/volunteer-merges/preview", { as: "admin", query: { keptId, mergedId } }),
    gcTime: 0,
    retry: false,
  });

/** Volunteers who were merged into this one, including merges that can no longer be undone. */
export const useVolunteerMerges = (keptId: string) =>
  useQuery({
    ...readQuery("GET /api/volunteer-merges", { as: "admin", query: { keptId } }),
    select: (merges) => merges.filter(({ undoneAt }) => undoneAt === null),
  });

/** Data that a merge may change: the data of both volunteers, and everything that refers to them. */
const MERGE_READS: readonly ReadKey[] = [
  ...EVENT_READS,
  "GET /api/admin/overview",
  "GET /api/attendance",
  "GET /api/email-outbox",
  "GET /api/possible-volunteer-duplicates",
  "GET /api/volunteer-accounts",
  "GET /api/volunteer-applications",
  "GET /api/volunteer-merges",
  "GET /api/volunteer-qualifications",
  "GET /api/volunteers",
  "GET /api/volunteers/:id",
];

/** Refetches even after a failure, because the server may have processed the request. */
export const useMergeWrite = <Input, Output>(send: (input: Input) => Promise<Output>) => {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: send,
    onSettled: () => invalidateReads(queryClient, MERGE_READS),
  });
};

export interface NewVolunteerMerge {
  readonly body: ApiOptions<"POST /api/volunteer-merges">["body"];
  readonly idempotencyKey: string;
}

export const useMergeVolunteers = () =>
  useMergeWrite(({ body, idempotencyKey }: NewVolunteerMerge) =>
    api("POST /api/volunteer-merges", { as: "admin", body, idempotencyKey }),
  );

export const useUndoVolunteerMerge = () =>
  useMergeWrite((id: string) =>
    api("POST /api/volunteer-merges/:id/undo", { as: "admin", params: { id } }),
  );

export const useMakeVolunteerMergePermanent = () =>
  useMergeWrite((id: string) =>
    api("POST /api/volunteer-merges/:id/permanent", { as: "admin", params: { id } }),
  );
