import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api, type ApiOptions } from "#lib/api/api-client.ts";
import { EVENT_READS } from "../events/resource.ts";
import { invalidateReads, type ReadKey } from "../read-query.ts";

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
const useMergeWrite = <Input, Output>(send: (input: Input) => Promise<Output>) => {
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

export const useDismissVolunteerDuplicate = () =>
  useMergeWrite((body: ApiOptions<"POST /api/dismissed-volunteer-duplicates">["body"]) =>
    api("POST /api/dismissed-volunteer-duplicates", { as: "admin", body }),
  );
