import { useQuery } from "@tanstack/react-query";
import { api, type ApiOptions, type ApiOutput } from "#lib/api/api-client.ts";
import { customMutation, mutation } from "../mutation.ts";
import { readQuery } from "../read-query.ts";
import { resource } from "../resource.ts";

export type AdminApplication = ApiOutput<"GET /api/volunteer-applications", "admin">[number];

export const volunteerApplications = resource({ list: "GET /api/volunteer-applications" });

export type Decision = "approve" | "reject";

export interface Review {
  readonly id: string;
  readonly decision: Decision;
  readonly body: ApiOptions<"POST /api/volunteer-applications/:id/approve">["body"];
}

/** Another administrator may have decided first. */
const REVIEW_EFFECT = {
  invalidates: [
    "GET /api/volunteer-applications",
    "GET /api/volunteers",
    "GET /api/volunteers/:id",
    "GET /api/volunteer-accounts",
  ],
  evenAfterFailure: true,
} as const;

export const useReviewApplication = customMutation(
  ["POST /api/volunteer-applications/:id/approve", "POST /api/volunteer-applications/:id/reject"],
  {
    send: ({ id, decision, body }: Review) =>
      api(`POST /api/volunteer-applications/:id/${decision}`, {
        as: "admin",
        params: { id },
        body,
      }),
    ...REVIEW_EFFECT,
  },
);

export const useUndoRejection = mutation("POST /api/volunteer-applications/:id/undo-rejection", {
  request: (id: string) => ({ as: "admin", params: { id } }),
  ...REVIEW_EFFECT,
});

export interface ApprovalError {
  readonly id: string;
  readonly error: unknown;
}

interface Approvals {
  readonly ids: readonly string[];
  readonly onProgress: (processedCount: number) => void;
}

/** Approves applications one after another, and returns the ones that failed. */
export const useApproveApplications = customMutation(
  ["POST /api/volunteer-applications/:id/approve"],
  {
    send: async ({ ids, onProgress }: Approvals): Promise<readonly ApprovalError[]> => {
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
    ...REVIEW_EFFECT,
  },
);

export const useResendApproval = mutation("POST /api/volunteer-applications/:id/resend-approval", {
  request: (id: string) => ({ as: "admin", params: { id } }),
  invalidates: ["GET /api/email-outbox"],
  unaffected: { "GET /api/volunteer-applications": "The application stays as it is." },
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
