import { carePackageGoalEndpoints } from "../../_shared/contracts/care-package-goals.ts";
import { MONTHLY_GOAL_DEFAULT } from "../../_shared/contracts/limits.ts";
import { implement } from "../../_shared/http/handlers.ts";
import { readActiveGoal, saveActiveGoal } from "../queries/care-package-goals.ts";

export const carePackageGoalHandlers = implement(carePackageGoalEndpoints, {
  getCarePackageGoal: async ({ services, caller }) =>
    (await services.database.as(caller, readActiveGoal)) ?? { monthlyGoal: MONTHLY_GOAL_DEFAULT },
  updateCarePackageGoal: ({ services, caller, body }) =>
    services.database.as(caller, (sql) => saveActiveGoal(sql, body)),
});
