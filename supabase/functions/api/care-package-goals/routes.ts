import { carePackageGoalEndpoints } from "../../_shared/contracts/care-package-goals.ts";
import { implement } from "../../_shared/http/handlers.ts";
import { readGoal, saveActiveGoal } from "./queries.ts";

export default implement(carePackageGoalEndpoints, {
  getCarePackageGoal: ({ asCaller }) => asCaller(readGoal),
  updateCarePackageGoal: ({ asCaller, body }) => asCaller((sql) => saveActiveGoal(sql, body)),
});
