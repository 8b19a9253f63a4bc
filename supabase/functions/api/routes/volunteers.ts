import { volunteerEndpoints } from "../../_shared/contracts/volunteers.ts";
import { implement } from "../../_shared/http/handlers.ts";
import { listVolunteers, readVolunteerCounts } from "../queries/volunteers.ts";

export const volunteerHandlers = implement(volunteerEndpoints, {
  listVolunteers: async ({ services: { database }, caller, query }) => {
    if (caller.kind === "admin") {
      return database.asAdminReader(caller, (sql) => listVolunteers(sql, query));
    }
    const { totalVolunteers, activeVolunteers } = await database.as(caller, readVolunteerCounts);
    return [{ volunteerCount: totalVolunteers, activeCount: activeVolunteers }];
  },
});
