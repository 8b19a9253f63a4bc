import { useQuery } from "@tanstack/react-query";
import type { ApiOutput } from "#lib/api/api-client.ts";
import { readQuery } from "../read-query.ts";
import { resource, useMoveRecord } from "../resource.ts";

export type MissionItem = ApiOutput<"GET /api/about-items", "admin">[number];

export const missionItems = resource({
  list: "GET /api/about-items",
  create: "POST /api/about-items",
  update: "PUT /api/about-items/:id",
  remove: "DELETE /api/about-items/:id",
  invalidates: ["GET /api/home"],
});

const missionItemsQuery = readQuery("GET /api/about-items", {
  as: "admin",
  query: { includeDeleted: "true" },
});

/** Includes deleted items, because `order` counts them, too. */
export const useMissionItems = () => useQuery(missionItemsQuery);
export const useMoveMissionItem = () => useMoveRecord(missionItems, missionItemsQuery.queryKey);
