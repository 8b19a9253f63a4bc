import { locationEndpoints } from "../../_shared/contracts/locations.ts";
import { requireFound, implement } from "../../_shared/http/handlers.ts";
import { listLocations, listPublicLocations, locationWrites } from "../queries/locations.ts";

export const locationHandlers = implement(locationEndpoints, {
  listLocations: ({ services, caller, query }) =>
    services.database.as(caller, (sql) =>
      caller.kind === "admin" ? listLocations(sql, query) : listPublicLocations(sql, query),
    ),
  createLocation: ({ services, caller, body, once }) =>
    services.database.as(caller, (sql) => once(sql, () => locationWrites.insert(sql, body))),
  updateLocation: async ({ services, caller, params: { id }, body }) =>
    requireFound(
      await services.database.as(caller, (sql) => locationWrites.update(sql, id, body)),
      "location",
    ),
  deleteLocation: async ({ services, caller, params: { id } }) => {
    requireFound(
      await services.database.as(caller, (sql) => locationWrites.remove(sql, id)),
      "location",
    );
    return { message: "Location deleted" };
  },
});
