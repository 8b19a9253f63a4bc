import { useQuery } from "@tanstack/react-query";
import type { ApiOutput } from "#lib/api/api-client.ts";
import { EVENT_READS } from "../events/resource.ts";
import { PAGE_LIMIT_MAX } from "#contracts/limits.ts";
import { apiPage } from "#lib/api/api-lists.ts";
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

/** Returns everyone who signed up for an event, by last name, however many there are. */
export const useAllParticipants = (eventId: string) =>
  useQuery({
    queryKey: ["GET /api/attendance", { as: "admin", wholeEventId: eventId }],
    queryFn: async ({ signal }): Promise<readonly Participant[]> => {
      const people: Participant[] = [];
      for (let hasMore = true; hasMore;) {
        const page = await apiPage("GET /api/attendance", {
          as: "admin",
          query: { eventId, sort: "lastName", limit: PAGE_LIMIT_MAX, offset: people.length },
          signal,
        });
        people.push(...page.rows);
        ({ hasMore } = page);
      }
      return people;
    },
    refetchOnMount: "always",
  });

export const useRecordAttendances = mutation("PUT /api/attendance", {
  request: (body: { readonly ids: string[]; readonly attendance: Attendance }) => ({
    as: "admin",
    body,
  }),
  invalidates: ["GET /api/attendance", ...DEPENDENT_READS],
  evenAfterFailure: true,
});
