import { eventEndpoints } from "../../_shared/contracts/events.ts";
import { implement } from "../../_shared/http/handlers.ts";
import { listEvents, listEventsWithCounts } from "../queries/events.ts";

export const eventHandlers = implement(eventEndpoints, {
  listEvents: ({ services, caller, query }) =>
    services.database.as(caller, (sql) => listEvents(sql, query)),
  listEventsWithCounts: ({ services, caller, query }) =>
    services.database.asAdminReader(caller, (sql) => listEventsWithCounts(sql, query)),
});
