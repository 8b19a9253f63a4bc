import { useQuery } from "@tanstack/react-query";
import type { ApiOptions, ApiOutput } from "#lib/api/api-client.ts";
import { EVENT_READS } from "../events/resource.ts";
import { mutation } from "../mutation.ts";
import { readQuery } from "../read-query.ts";

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

/** Changes the data of both volunteers, and everything that refers to them. */
const MERGE_EFFECT = {
  invalidates: [
    ...EVENT_READS,
    "GET /api/admin/volunteer-highlights/all",
    "GET /api/attendance",
    "GET /api/email-outbox",
    "GET /api/possible-volunteer-duplicates",
    "GET /api/volunteer-accounts",
    "GET /api/volunteer-applications",
    "GET /api/volunteer-merges",
    "GET /api/volunteer-qualifications",
    "GET /api/hour-entries",
    "GET /api/volunteers",
    "GET /api/volunteers/:id",
  ],
  evenAfterFailure: true,
} as const;

export interface NewVolunteerMerge {
  readonly body: ApiOptions<"POST /api/volunteer-merges">["body"];
  readonly idempotencyKey: string;
}

export const useMergeVolunteers = mutation("POST /api/volunteer-merges", {
  request: ({ body, idempotencyKey }: NewVolunteerMerge) => ({ as: "admin", body, idempotencyKey }),
  ...MERGE_EFFECT,
});

export const useUndoVolunteerMerge = mutation("POST /api/volunteer-merges/:id/undo", {
  request: (id: string) => ({ as: "admin", params: { id } }),
  ...MERGE_EFFECT,
});

export const useMakeVolunteerMergePermanent = mutation("POST /api/volunteer-merges/:id/permanent", {
  request: (id: string) => ({ as: "admin", params: { id } }),
  ...MERGE_EFFECT,
});
