import { useQuery } from "@tanstack/react-query";
import type { ApiOutput } from "../../lib/api-client.ts";
import { readQuery } from "../read-query.ts";

export type HomeData = ApiOutput<"GET /api/home">;

export const homeQuery = readQuery("GET /api/home", {});

export const useHome = () => useQuery(homeQuery);
