import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api, type ApiOutput } from "../../lib/api-client.ts";
import { forgetReads, readQuery } from "../read-query.ts";
import { resource } from "../resource.ts";

export type MissionItem = ApiOutput<"GET /api/about-items", "admin">[number];

export const missionItems = resource({
  list: "GET /api/about-items",
  create: "POST /api/about-items",
  update: "PUT /api/about-items/:id",
  remove: "DELETE /api/about-items/:id",
  shownBy: ["GET /api/home"],
});

const all = readQuery("GET /api/about-items", { as: "admin", query: { includeDeleted: "true" } });

/** The deleted ones as well, because a place is one among all. */
export const useMissionItems = () => useQuery(all);

const MOVE = "move a mission item";

interface MissionItemMove {
  readonly id: string;
  /** Its new place, from 1. */
  readonly order: number;
}

const moved = (items: readonly MissionItem[], { id, order }: MissionItemMove): MissionItem[] => {
  const others = items.filter((item) => item.id !== id);
  const item = items.filter((each) => each.id === id);
  return [...others.slice(0, order - 1), ...item, ...others.slice(order - 1)];
};

/** Seen at once and sent one after the other; what the server says counts when the last one is through. */
export const useMoveMissionItem = () => {
  const queryClient = useQueryClient();
  return useMutation({
    mutationKey: [MOVE],
    scope: { id: MOVE },
    mutationFn: ({ id, order }: MissionItemMove) =>
      api("PUT /api/about-items/:id", { as: "admin", params: { id }, body: { order } }),
    onMutate: (move) => {
      queryClient.setQueryData(all.queryKey, (items) => items && moved(items, move));
    },
    onSettled: () =>
      queryClient.isMutating({ mutationKey: [MOVE] }) === 1
        ? forgetReads(queryClient, ["GET /api/about-items", "GET /api/home"])
        : undefined,
  });
};
