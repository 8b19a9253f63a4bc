import { useQuery } from "@tanstack/react-query";
import { api, type ApiOptions, type ApiOutput } from "#lib/api/api-client.ts";
import { useDonationWrite } from "../donations/resource.ts";
import { readQuery } from "../read-query.ts";

export type PossibleDuplicate = ApiOutput<"GET /api/possible-duplicates", "admin">[number];

/** Pairs of donors who may be the same person. */
export const usePossibleDuplicates = () =>
  useQuery(readQuery("GET /api/possible-duplicates", { as: "admin" }));

export const DUPLICATE_READS = ["GET /api/possible-duplicates"] as const;

export const useDismissDuplicate = () =>
  useDonationWrite(
    (body: ApiOptions<"POST /api/dismissed-duplicates">["body"]) =>
      api("POST /api/dismissed-duplicates", { as: "admin", body }),
    DUPLICATE_READS,
  );
