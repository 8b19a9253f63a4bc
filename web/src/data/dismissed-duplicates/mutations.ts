import { useQuery } from "@tanstack/react-query";
import type { ApiOptions, ApiOutput } from "#lib/api/api-client.ts";
import { mutation } from "../mutation.ts";
import { readQuery } from "../read-query.ts";

export type PossibleDuplicate = ApiOutput<"GET /api/possible-duplicates", "admin">[number];

/** Pairs of donors who may be the same person. */
export const usePossibleDuplicates = () =>
  useQuery(readQuery("GET /api/possible-duplicates", { as: "admin" }));

export const useDismissDuplicate = mutation("POST /api/dismissed-duplicates", {
  request: (body: ApiOptions<"POST /api/dismissed-duplicates">["body"]) => ({ as: "admin", body }),
  invalidates: ["GET /api/possible-duplicates"],
  evenAfterFailure: true,
});
