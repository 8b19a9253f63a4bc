import { useQuery } from "@tanstack/react-query";
import { PAGE_LIMIT_MAX, SEARCH_MAX_LENGTH } from "#contracts/limits.ts";
import type { ApiOptions, ApiOutput } from "#lib/api/api-client.ts";
import { apiPage } from "#lib/api/api-lists.ts";
import { mutation } from "../mutation.ts";
import { readQuery } from "../read-query.ts";
import { resource } from "../resource.ts";

/** Data that includes the number of participants. */
export const EVENT_READS = [
  "GET /api/events/with-counts",
  "GET /api/events/stats",
  "GET /api/events/:id/roster",
  "GET /api/admin/overview",
] as const;

/** Data that shows when and where an event takes place. */
const EVENT_EFFECT = {
  invalidates: [...EVENT_READS, "GET /api/attendance", "GET /api/home"],
  evenAfterFailure: true,
} as const;

export type AdminEvent = ApiOutput<"GET /api/events/with-counts", "admin">[number];

export const events = resource({
  list: "GET /api/events/with-counts",
  create: "POST /api/events",
  update: "PUT /api/events/:id",
  remove: "DELETE /api/events/:id",
  invalidates: EVENT_EFFECT.invalidates,
});

type EventFields = Pick<
  ApiOptions<"POST /api/events">["body"],
  "eventType" | "startTime" | "address"
>;

const isSameText = (left: string, right: string) =>
  left.trim().toLowerCase() === right.trim().toLowerCase();

/** Finds an active event with the same type, place and start time on one of the days. */
export const findSameEvent = async (
  { eventType, startTime, address }: EventFields,
  days: readonly string[],
): Promise<AdminEvent | undefined> => {
  const { rows } = await apiPage("GET /api/events/with-counts", {
    as: "admin",
    query: {
      eventType,
      search: address.slice(0, SEARCH_MAX_LENGTH),
      isActive: "true",
      sort: "-date",
      limit: PAGE_LIMIT_MAX,
    },
  });
  return rows.find(
    (event) =>
      days.includes(event.date) &&
      event.startTime.slice(0, 5) === startTime.slice(0, 5) &&
      isSameText(event.address, address),
  );
};

export const useEventStats = () => useQuery(readQuery("GET /api/events/stats", { as: "admin" }));

export const useRoster = (id: string) =>
  useQuery(readQuery("GET /api/events/:id/roster", { as: "admin", params: { id } }));

interface Cancellation {
  readonly id: string;
  readonly reason: string | null;
  /** Whether to email the people on the shift and on its waiting list. */
  readonly sendsEmail: boolean;
}

export const useCancelEvent = mutation("POST /api/events/:id/cancel", {
  request: ({ id, ...body }: Cancellation) => ({ as: "admin", params: { id }, body }),
  ...EVENT_EFFECT,
});

export const useReinstateEvent = mutation("POST /api/events/:id/reinstate", {
  request: ({ id, ...body }: Pick<Cancellation, "id" | "sendsEmail">) => ({
    as: "admin",
    params: { id },
    body,
  }),
  ...EVENT_EFFECT,
});
