import { useQuery } from "@tanstack/react-query";
import type { ApiOutput } from "#lib/api/api-client.ts";
import { readQuery } from "../read-query.ts";

export type Deployment = ApiOutput<"GET /api/health/deployment">;

export const useDeployment = () =>
  useQuery(readQuery("GET /api/health/deployment", { as: "admin" }));
