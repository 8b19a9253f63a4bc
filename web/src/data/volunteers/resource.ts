import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api, type ApiOutput } from "#lib/api/api-client.ts";
import { EVENT_READS } from "../events/resource.ts";
import { invalidateReads, readQuery } from "../read-query.ts";
import { resource } from "../resource.ts";

export type DirectoryEntry = ApiOutput<"GET /api/volunteers", "admin">[number];

export const volunteers = resource({
  list: "GET /api/volunteers",
  create: "POST /api/volunteers",
  update: "PUT /api/volunteers/:id",
  dependentReads: [
    "GET /api/volunteers/:id",
    "GET /api/volunteer-accounts",
    "GET /api/volunteer-applications",
    "GET /api/email-outbox",
  ],
});

export const useVolunteerCounts = () =>
  useQuery({
    ...readQuery("GET /api/volunteers"),
    select: ([row]) => ({ all: row?.volunteerCount ?? 0, active: row?.activeCount ?? 0 }),
  });

export type VolunteerRecord = ApiOutput<"GET /api/volunteers/:id", "admin">;

export const useVolunteer = (id: string) =>
  useQuery(readQuery("GET /api/volunteers/:id", { as: "admin", params: { id } }));

/** Refetches even after a failure, because another administrator may have acted first. */
export const useInviteVolunteer = () => {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) =>
      api("POST /api/volunteers/:id/invite", { as: "admin", params: { id } }),
    onSettled: () =>
      invalidateReads(queryClient, [
        "GET /api/volunteers",
        "GET /api/volunteers/:id",
        "GET /api/volunteer-applications",
        "GET /api/email-outbox",
      ]),
  });
};

export interface Placement {
  readonly eventId: string;
  readonly waitsIfFull: boolean;
  readonly sendsEmail: boolean;
}

const PLACEMENT_READS = [
  ...EVENT_READS,
  "GET /api/attendance",
  "GET /api/email-outbox",
  "GET /api/volunteers",
  "GET /api/volunteers/:id",
] as const;

/** Refetches even after a failure, because someone may have taken the last spot. */
export const usePutOnShift = (id: string) => {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: Placement) =>
      api("POST /api/volunteers/:id/shifts", { as: "admin", params: { id }, body }),
    onSettled: () => invalidateReads(queryClient, PLACEMENT_READS),
  });
};

export const useRemoveFromWaitlist = () => {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) =>
      api("DELETE /api/waitlist-entries/:id", { as: "admin", params: { id } }),
    onSettled: () => invalidateReads(queryClient, PLACEMENT_READS),
  });
};
