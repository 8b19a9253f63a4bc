import { useQuery } from "@tanstack/react-query";
import type { ApiOutput } from "#lib/api/api-client.ts";
import { readQuery } from "../read-query.ts";

export type Overview = ApiOutput<"GET /api/admin/overview", "admin">;

/** Refetches on every mount, because nearly every write in the admin area changes one of its figures. */
export const useOverview = () =>
  useQuery({ ...readQuery("GET /api/admin/overview", { as: "admin" }), refetchOnMount: "always" });
