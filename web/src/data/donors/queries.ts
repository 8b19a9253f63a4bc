import { useQuery } from "@tanstack/react-query";
import type { ApiOutput } from "#lib/api/api-client.ts";
import { readQuery } from "../read-query.ts";

export type DonorRecord = ApiOutput<"GET /api/donors/:id", "admin">;

export const useDonor = (id: string) =>
  useQuery(readQuery("GET /api/donors/:id", { as: "admin", params: { id } }));
