import { useQuery } from "@tanstack/react-query";
import type { ApiOutput } from "#lib/api/api-client.ts";
import { readQuery } from "../read-query.ts";

export type OpeningBalances = ApiOutput<"GET /api/impact-stats/opening-balances", "admin">;

export const useOpeningBalances = () =>
  useQuery(readQuery("GET /api/impact-stats/opening-balances", { as: "admin" }));
