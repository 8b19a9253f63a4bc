import { useQuery } from "@tanstack/react-query";
import type { ApiOutput } from "#lib/api/api-client.ts";
import { readQuery } from "../read-query.ts";

export type VolunteerRecord = ApiOutput<"GET /api/volunteers/:id", "admin">;

export const useVolunteer = (id: string) =>
  useQuery(readQuery("GET /api/volunteers/:id", { as: "admin", params: { id } }));
