import { volunteerAccountEndpoints } from "../../_shared/contracts/volunteer-accounts.ts";
import { implement } from "../../_shared/http/handlers.ts";
import { listVolunteerAccounts } from "../queries/volunteer-accounts.ts";

export const volunteerAccountHandlers = implement(volunteerAccountEndpoints, {
  listVolunteerAccounts: ({ services, caller, query }) =>
    services.database.asAdminReader(caller, (sql) => listVolunteerAccounts(sql, query)),
});
