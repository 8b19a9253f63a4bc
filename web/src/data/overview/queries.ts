import { useQuery } from "@tanstack/react-query";
import type { ApiOutput } from "../../lib/api-client.ts";
import { readQuery } from "../read-query.ts";

export type Overview = ApiOutput<"GET /api/admin/overview", "admin">;

/** Looked at anew by every screen that shows some of it: nearly every write of the back office changes a figure of it. */
export const useOverview = () =>
  useQuery({ ...readQuery("GET /api/admin/overview", { as: "admin" }), refetchOnMount: "always" });
