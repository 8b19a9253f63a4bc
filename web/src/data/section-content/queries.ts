import { useQuery } from "@tanstack/react-query";
import type { ApiOutput } from "#lib/api/api-client.ts";
import { readQuery } from "../read-query.ts";

export type StoredSection = ApiOutput<"GET /api/sections">[number];

/** Includes sections that don't have any content yet. */
export const useSections = () => useQuery(readQuery("GET /api/sections", { as: "admin" }));
