import { z } from "zod";
import { adminEndpoints } from "./endpoint.ts";
import { timestamp } from "./fields.ts";
import { singletonVersion } from "./versions.ts";

const goal = z.object({ monthlyGoal: z.number(), updatedAt: timestamp.nullable() });

export const carePackageGoalInput = z.strictObject({
  monthlyGoal: z.int().min(1).max(1_000_000),
});

export const carePackageGoalEndpoints = adminEndpoints("content", {
  getCarePackageGoal: {
    method: "GET",
    path: "/api/care-package-goal",
    access: "public",
    summary: "Packages to send this month",
    cacheable: true,
    output: goal,
  },
  updateCarePackageGoal: {
    method: "POST",
    path: "/api/care-package-goal",
    summary: "Set the monthly goal",
    body: carePackageGoalInput.extend(singletonVersion),
    output: goal,
  },
});
