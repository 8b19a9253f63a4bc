import { useQuery } from "@tanstack/react-query";
import type { ApiOutput } from "../../lib/api-client.ts";
import { readQuery } from "../read-query.ts";

export type HomeData = ApiOutput<"GET /api/home">;

/** Asked again conditionally each time, so that a browser never shows a donor the page from before her gift. */
export const homeQuery = readQuery("GET /api/home", { cache: "no-cache" });

export const useHome = () => useQuery(homeQuery);
