import { useQuery } from "@tanstack/react-query";
import { readQuery } from "../read-query.ts";

/** False only if the server reported that no AI service is set up. */
export const useHasAi = (): boolean =>
  useQuery(readQuery("GET /api/system-status/ai", { as: "admin" })).data?.state !== "unused";
