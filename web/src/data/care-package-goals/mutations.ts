import { singleRecord } from "../single-record.ts";

export const carePackageGoal = singleRecord({
  read: "GET /api/care-package-goal",
  save: "POST /api/care-package-goal",
  invalidates: ["GET /api/home", "GET /api/admin/overview"],
});
