import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api, type ApiOutput } from "#lib/api/api-client.ts";
import { invalidateReads, readQuery } from "../read-query.ts";
import { resource } from "../resource.ts";

export type AdminApplication = ApiOutput<"GET /api/volunteer-applications", "admin">[number];

export const volunteerApplications = resource({ list: "GET /api/volunteer-applications" });

export type Decision = "approve" | "reject";

export interface Review {
  readonly id: string;
  readonly decision: Decision;
  readonly reviewNotes: string;
}

const APPLICATION_READS = [
  "GET /api/volunteer-applications",
  "GET /api/volunteers",
  "GET /api/volunteers/:id",
  "GET /api/volunteer-accounts",
] as const;

/** Refetches even after a failure, because another administrator may have decided first. */
export const useReviewApplication = () => {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id, decision, reviewNotes }: Review) =>
      api(`POST /api/volunteer-applications/:id/${decision}`, {
        as: "admin",
        params: { id },
        body: { reviewNotes },
      }),
    onSettled: () => invalidateReads(queryClient, APPLICATION_READS),
  });
};

/** Refetches even after a failure, because another administrator may have acted first. */
export const useUndoRejection = () => {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) =>
      api("POST /api/volunteer-applications/:id/undo-rejection", { as: "admin", params: { id } }),
    onSettled: () => invalidateReads(queryClient, APPLICATION_READS),
  });
};

export interface ApprovalError {
  readonly id: string;
  readonly error: unknown;
}

/** Approves applications one after another, and returns the ones that failed. */
export const useApproveApplications = () => {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async ({
      ids,
      onProgress,
    }: {
      readonly ids: readonly string[];
      readonly onProgress: (processedCount: number) => void;
    }): Promise<readonly ApprovalError[]> => {
      const failedApprovals: ApprovalError[] = [];
      for (const [index, id] of ids.entries()) {
        onProgress(index);
        try {
          await api("POST /api/volunteer-applications/:id/approve", {
            as: "admin",
            params: { id },
          });
        } catch (error) {
          failedApprovals.push({ id, error });
        }
      }
      return failedApprovals;
    },
    onSettled: () => invalidateReads(queryClient, APPLICATION_READS),
  });
};

export const useResendApproval = () =>
  useMutation({
    mutationFn: (id: string) =>
      api("POST /api/volunteer-applications/:id/resend-approval", { as: "admin", params: { id } }),
  });

/** Returns the number of applications by status, without personal data. */
export const useApplicationCounts = () =>
  useQuery({
    ...readQuery("GET /api/volunteer-applications"),
    select: (rows) => {
      const countByStatus = (wantedStatus: string) =>
        rows.find(({ status }) => status === wantedStatus)?.applicationCount ?? 0;
      const [pending, approved, rejected] = [
        countByStatus("pending"),
        countByStatus("approved"),
        countByStatus("rejected"),
      ];
      return { pending, approved, all: pending + approved + rejected };
    },
  });
