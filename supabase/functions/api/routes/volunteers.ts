import { volunteerEndpoints } from "../../_shared/contracts/volunteers.ts";
import { implement } from "../../_shared/http/handlers.ts";
import { listVolunteers, readVolunteerCounts } from "../queries/volunteers.ts";

export const volunteerHandlers = implement(volunteerEndpoints, {
  listVolunteers: ({ services, caller, query }) =>
    services.database.as(caller, async (sql) => {
      if (caller.kind === "admin") return listVolunteers(sql, query);
      const { totalVolunteers, activeVolunteers } = await readVolunteerCounts(sql);
      return [{ volunteerCount: totalVolunteers, activeCount: activeVolunteers }];
    }),
});
