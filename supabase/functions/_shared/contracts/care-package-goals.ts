import { z } from "zod";
import { endpoint } from "./endpoint.ts";

const goal = z.object({ monthlyGoal: z.number() });

export const carePackageGoalEndpoints = {
  getCarePackageGoal: endpoint({
    method: "GET",
    path: "/api/care-package-goal",
    access: "public",
    summary: "Packages to send this month",
    cacheable: true,
    output: goal,
  }),
  updateCarePackageGoal: endpoint({
    method: "POST",
    path: "/api/care-package-goal",
    access: "admin",
    summary: "Set the monthly goal",
    body: z.strictObject({ monthlyGoal: z.int().min(1).max(1_000_000) }),
    output: goal,
  }),
};
