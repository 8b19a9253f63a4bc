import { volunteerApplicationEndpoints } from "../../_shared/contracts/volunteer-applications.ts";
import { APPLICATION_STATUSES } from "../../_shared/contracts/limits.ts";
import { implement } from "../../_shared/http/handlers.ts";
import { listVolunteerApplications } from "../queries/volunteer-applications.ts";
import { readVolunteerCounts } from "../queries/volunteers.ts";

export const volunteerApplicationHandlers = implement(volunteerApplicationEndpoints, {
  listVolunteerApplications: ({ services, caller, query }) =>
    services.database.as(caller, async (sql) => {
      if (caller.kind === "admin") return listVolunteerApplications(sql, query);
      const { applications } = await readVolunteerCounts(sql);
      return APPLICATION_STATUSES.map((status) => ({
        status,
        applicationCount: applications[status],
      }));
    }),
});
