import { carePackageGoalEndpoints } from "../../_shared/contracts/care-package-goals.ts";
import { implement } from "../../_shared/http/handlers.ts";
import { readGoal, saveActiveGoal } from "../queries/care-package-goals.ts";

export const carePackageGoalHandlers = implement(carePackageGoalEndpoints, {
  getCarePackageGoal: ({ services, caller }) => services.database.as(caller, readGoal),
  updateCarePackageGoal: ({ services, caller, body }) =>
    services.database.as(caller, (sql) => saveActiveGoal(sql, body)),
});
