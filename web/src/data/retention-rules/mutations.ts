import { useQuery } from "@tanstack/react-query";
import { api, type ApiOptions, type ApiOutput } from "#lib/api/api-client.ts";
import { mutation } from "../mutation.ts";
import { readQuery } from "../read-query.ts";

export type RetentionRule = ApiOutput<"GET /api/retention-rules", "admin">[number];

export const useRetentionRules = () =>
  useQuery(readQuery("GET /api/retention-rules", { as: "admin" }));

/**
 * Counts the records that the rule would empty or delete now. Doesn't send a request if the number of days is missing.
 */
export const useDueCount = (id: string, keepDays: number | null) =>
  useQuery({
    ...readQuery("GET /api/retention-rules/:id/due", {
      as: "admin",
      params: { id },
      query: { keepDays: keepDays ?? 0 },
    }),
    enabled: keepDays !== null,
  });

export const readDueCount = (id: string, keepDays: number) =>
  api("GET /api/retention-rules/:id/due", { as: "admin", params: { id }, query: { keepDays } });

export interface RetentionRuleChange {
  readonly id: string;
  readonly changes: ApiOptions<"PUT /api/retention-rules/:id">["body"];
}

export const useUpdateRetentionRule = mutation("PUT /api/retention-rules/:id", {
  request: ({ id, changes }: RetentionRuleChange) => ({
    as: "admin",
    params: { id },
    body: changes,
  }),
  invalidates: ["GET /api/retention-rules"],
  unaffected: { "GET /api/retention-rules/:id/due": "It depends on the number in the form." },
});
