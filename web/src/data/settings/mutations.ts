import { useQuery } from "@tanstack/react-query";
import type { ApiOptions, ApiOutput } from "#lib/api/api-client.ts";
import { mutation } from "../mutation.ts";
import { readQuery } from "../read-query.ts";

export type Settings = ApiOutput<"GET /api/settings", "admin">;

export const useSettings = () => useQuery(readQuery("GET /api/settings", { as: "admin" }));

export const useUpdateSettings = mutation("PUT /api/settings", {
  request: (body: ApiOptions<"PUT /api/settings">["body"]) => ({ as: "admin", body }),
  invalidates: ["GET /api/settings", "GET /api/home", "GET /api/accountability"],
});
