import { useQuery } from "@tanstack/react-query";
import type { ApiOutput } from "#lib/api/api-client.ts";
import { readQuery } from "../read-query.ts";

export type Settings = ApiOutput<"GET /api/settings", "admin">;

export const useSettings = () => useQuery(readQuery("GET /api/settings", { as: "admin" }));
