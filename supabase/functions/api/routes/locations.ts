import { locationEndpoints } from "../../_shared/contracts/locations.ts";
import { implement } from "../../_shared/http/handlers.ts";
import { listLocations, listPublicLocations } from "../queries/locations.ts";

export const locationHandlers = implement(locationEndpoints, {
  listLocations: ({ services, caller, query }) =>
    services.database.as(caller, (sql) =>
      caller.kind === "admin" ? listLocations(sql, query) : listPublicLocations(sql, query),
    ),
});
