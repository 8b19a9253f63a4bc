import { useQuery } from "@tanstack/react-query";
import type { ApiOutput } from "#lib/api/api-client.ts";
import { readQuery } from "../read-query.ts";

export type Deployment = ApiOutput<"GET /api/health/deployment">;
export type ReportedProblem = Deployment["problems"][number];

const deploymentQuery = readQuery("GET /api/health/deployment", { as: "admin" });

export const useDeployment = () => useQuery(deploymentQuery);

/** Polls every minute, to notice background services that have stopped. */
export const useHealthProblems = () =>
  useQuery({
    ...deploymentQuery,
    select: ({ problems }: Deployment) => problems,
    refetchInterval: 60_000,
  });
