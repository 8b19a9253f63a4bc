import { useQuery } from "@tanstack/react-query";
import type { ApiOutput } from "#lib/api/api-client.ts";
import { EVENT_READS } from "../events/resource.ts";
import { mutation } from "../mutation.ts";
import { readQuery } from "../read-query.ts";
import { resource } from "../resource.ts";

export type DirectoryEntry = ApiOutput<"GET /api/volunteers", "admin">[number];

/** Data that shows a volunteer's details. */
const DETAIL_READS = [
  "GET /api/volunteers/:id",
  "GET /api/volunteer-accounts",
  "GET /api/volunteer-applications",
  "GET /api/email-outbox",
  "GET /api/possible-volunteer-duplicates",
  // Shows the volunteer's name.
  "GET /api/admin/volunteer-highlights/all",
  "GET /api/attendance",
  "GET /api/events/:id/roster",
  "GET /api/home",
  "GET /api/volunteer-qualifications",
  "GET /api/hour-entries",
] as const;

export const volunteers = resource({
  list: "GET /api/volunteers",
  create: "POST /api/volunteers",
  update: "PUT /api/volunteers/:id",
  invalidates: DETAIL_READS,
});

export const useVolunteerCounts = () =>
  useQuery({
    ...readQuery("GET /api/volunteers"),
    select: ([row]) => ({ all: row?.volunteerCount ?? 0, active: row?.activeCount ?? 0 }),
  });

export type VolunteerRecord = ApiOutput<"GET /api/volunteers/:id", "admin">;

/** Returns whether emails reach the person, at an address of their own or at someone else's. */
export const hasMailbox = (person: Pick<VolunteerRecord, "email" | "contactEmail">): boolean =>
  person.email !== null || person.contactEmail !== null;

export const useVolunteer = (id: string) =>
  useQuery(readQuery("GET /api/volunteers/:id", { as: "admin", params: { id } }));

/** Another administrator may have acted first. */
export const useInviteVolunteer = mutation("POST /api/volunteers/:id/invite", {
  request: (id: string) => ({ as: "admin", params: { id } }),
  invalidates: [
    "GET /api/volunteers",
    "GET /api/volunteers/:id",
    "GET /api/volunteer-accounts",
    "GET /api/volunteer-applications",
    "GET /api/email-outbox",
  ],
  evenAfterFailure: true,
});

export interface Placement {
  readonly eventId: string;
  readonly waitsIfFull: boolean;
  readonly sendsEmail: boolean;
  /** Whether to put them on the shift although it overlaps with another one of theirs. */
  readonly anyway?: boolean;
}

/** Someone may have taken the last spot. */
const PLACEMENT_EFFECT = {
  invalidates: [
    ...EVENT_READS,
    "GET /api/attendance",
    "GET /api/email-outbox",
    "GET /api/volunteers",
    "GET /api/volunteers/:id",
    "GET /api/hour-entries",
  ],
  evenAfterFailure: true,
} as const;

export const usePutOnShift = mutation("POST /api/volunteers/:id/shifts", {
  request: (body: Placement, id: string) => ({ as: "admin", params: { id }, body }),
  ...PLACEMENT_EFFECT,
});

interface PersonStatus {
  readonly id: string;
  readonly isActive: boolean;
  readonly sendsEmail?: boolean;
}

/** Makes someone without a login active or inactive, which takes them off coming shifts. */
export const useSetPersonStatus = mutation("PUT /api/volunteers/:id", {
  request: ({ id, ...body }: PersonStatus) => ({ as: "admin", params: { id }, body }),
  invalidates: ["GET /api/volunteers", ...DETAIL_READS, ...EVENT_READS],
  evenAfterFailure: true,
});

export const useRemoveFromWaitlist = mutation("DELETE /api/waitlist-entries/:id", {
  request: ({ id, sendsEmail }: { readonly id: string; readonly sendsEmail: boolean }) => ({
    as: "admin",
    params: { id },
    query: { sendsEmail: `${sendsEmail}` },
  }),
  ...PLACEMENT_EFFECT,
});
