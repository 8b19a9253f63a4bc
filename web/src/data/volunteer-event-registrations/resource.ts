import type { ApiOutput } from "#lib/api/api-client.ts";
import { EVENT_READS } from "../events/resource.ts";
import { mutation } from "../mutation.ts";
import { resource } from "../resource.ts";

export type Participant = ApiOutput<"GET /api/attendance", "admin">[number];

export type Attendance = Participant["attendance"];

const DEPENDENT_READS = [
  ...EVENT_READS,
  "GET /api/volunteer-event-registrations",
  "GET /api/volunteers",
  "GET /api/volunteers/:id",
  "GET /api/hour-entries",
] as const;

/** An event's participants and their attendance. */
export const participants = resource({
  list: "GET /api/attendance",
  create: "POST /api/attendance",
  update: "PUT /api/attendance/:id",
  remove: "DELETE /api/attendance/:id",
  invalidates: DEPENDENT_READS,
});

export const useRemoveParticipant = mutation("DELETE /api/attendance/:id", {
  request: ({ id, sendsEmail }: { readonly id: string; readonly sendsEmail: boolean }) => ({
    as: "admin",
    params: { id },
    query: { sendsEmail: `${sendsEmail}` },
  }),
  invalidates: ["GET /api/attendance", ...DEPENDENT_READS],
  evenAfterFailure: true,
});

export const useRecordAttendances = mutation("PUT /api/attendance", {
  request: (body: { readonly ids: string[]; readonly attendance: Attendance }) => ({
    as: "admin",
    body,
  }),
  invalidates: ["GET /api/attendance", ...DEPENDENT_READS],
  evenAfterFailure: true,
});
