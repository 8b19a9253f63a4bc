import { locationEndpoints } from "../../_shared/contracts/locations.ts";
import { requireFound, implement } from "../../_shared/http/handlers.ts";
import { listLocations, listPublicLocations, locationWrites } from "./queries.ts";

export default implement(locationEndpoints, {
  listLocations: ({ asCaller, caller, query }) =>
    asCaller((sql) =>
      caller.kind === "admin" ? listLocations(sql, query) : listPublicLocations(sql, query),
    ),
  createLocation: ({ asCaller, body, once }) =>
    asCaller((sql) => once(sql, () => locationWrites.insert(sql, body))),
  updateLocation: async ({ asCaller, params: { id }, body }) =>
    requireFound(await asCaller((sql) => locationWrites.update(sql, id, body)), "location"),
  deleteLocation: async ({ asCaller, params: { id } }) => {
    requireFound(await asCaller((sql) => locationWrites.remove(sql, id)), "location");
    return { message: "Location deleted" };
  },
});
