import { locationEndpoints } from "../../_shared/contracts/locations.ts";
import { implement } from "../../_shared/http/handlers.ts";
import { writeHandlers } from "../../_shared/http/write-handlers.ts";
import { listLocations, listPublicLocations, locationWrites } from "./queries.ts";

const { create, update, remove } = writeHandlers(locationWrites, "location");

export default implement(locationEndpoints, {
  listLocations: ({ asCaller, caller, query }) =>
    asCaller((sql) =>
      caller.kind === "admin" ? listLocations(sql, query) : listPublicLocations(sql, query),
    ),
  createLocation: create,
  updateLocation: update,
  deleteLocation: remove,
});
