import { useQuery } from "@tanstack/react-query";
import type { ApiOptions, ApiOutput } from "#lib/api/api-client.ts";
import { mutation } from "../mutation.ts";
import { readQuery } from "../read-query.ts";

export type OpeningBalances = ApiOutput<"GET /api/impact-stats/opening-balances", "admin">;

export const useOpeningBalances = () =>
  useQuery(readQuery("GET /api/impact-stats/opening-balances", { as: "admin" }));

export const useUpdateOpeningBalances = mutation("PUT /api/impact-stats/opening-balances", {
  request: (body: ApiOptions<"PUT /api/impact-stats/opening-balances">["body"]) => ({
    as: "admin",
    body,
  }),
  invalidates: ["GET /api/impact-stats/opening-balances", "GET /api/impact-stats", "GET /api/home"],
});
