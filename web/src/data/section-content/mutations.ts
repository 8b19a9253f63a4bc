import { useQuery } from "@tanstack/react-query";
import type { ApiOutput } from "#lib/api/api-client.ts";
import { readQuery } from "../read-query.ts";
import { singleRecord } from "../single-record.ts";

export const aboutSection = singleRecord({
  read: "GET /api/section/about",
  save: "POST /api/section-header",
  invalidates: ["GET /api/home", "GET /api/sections"],
});

export type StoredSection = ApiOutput<"GET /api/sections">[number];

/** Includes sections that don't have any content yet. */
export const useSections = () => useQuery(readQuery("GET /api/sections", { as: "admin" }));
