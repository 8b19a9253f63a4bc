import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api, type ApiOutput } from "../../lib/api-client.ts";
import { forgetReads, readQuery } from "../read-query.ts";
import { resource } from "../resource.ts";

/** The reads that show how many take part in which event. */
export const EVENT_READS = [
  "GET /api/events/with-counts",
  "GET /api/events/stats",
  "GET /api/events/:id/roster",
  "GET /api/admin/overview",
] as const;

export type AdminEvent = ApiOutput<"GET /api/events/with-counts", "admin">[number];

/** As administrators see them. */
export const events = resource({
  list: "GET /api/events/with-counts",
  create: "POST /api/events",
  update: "PUT /api/events/:id",
  remove: "DELETE /api/events/:id",
  shownBy: EVENT_READS,
});

export const useEventStats = () => useQuery(readQuery("GET /api/events/stats", { as: "admin" }));

export const useRoster = (id: string) =>
  useQuery(readQuery("GET /api/events/:id/roster", { as: "admin", params: { id } }));

/** Whoever joined is told by the server. */
export const useCancelEvent = () => {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id, reason }: { readonly id: string; readonly reason: string | null }) =>
      api("POST /api/events/:id/cancel", { as: "admin", params: { id }, body: { reason } }),
    onSettled: () => forgetReads(queryClient, EVENT_READS),
  });
};

export const useReinstateEvent = () => {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) =>
      api("POST /api/events/:id/reinstate", { as: "admin", params: { id } }),
    onSettled: () => forgetReads(queryClient, EVENT_READS),
  });
};
