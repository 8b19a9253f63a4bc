import { packageDeliveryEndpoints } from "../../_shared/contracts/package-deliveries.ts";
import { found, implement } from "../../_shared/http/handlers.ts";
import {
  listPackageDeliveries,
  packageDeliveryWrites,
  placeDelivery,
} from "../queries/package-deliveries.ts";

/** Loaded with the first delivery, because the table of ZIP codes is large. */
const loadPlaces = async () => (await import("../../zip-lookup/city-coordinates.ts")).coordinatesOf;

export const packageDeliveryHandlers = implement(packageDeliveryEndpoints, {
  listPackageDeliveries: ({ services, caller, query }) =>
    services.database.as(caller, (sql) => listPackageDeliveries(sql, query)),
  createPackageDelivery: async ({ services, caller, body, once }) => {
    const coordinatesOf = await loadPlaces();
    return services.database.as(caller, async (sql) =>
      once(sql, async () =>
        placeDelivery(sql, await packageDeliveryWrites.insert(sql, body), coordinatesOf),
      ),
    );
  },
  updatePackageDelivery: async ({ services, caller, params: { id }, body }) => {
    const coordinatesOf = await loadPlaces();
    return services.database.as(caller, async (sql) =>
      placeDelivery(sql, found(await packageDeliveryWrites.update(sql, id, body)), coordinatesOf),
    );
  },
  deletePackageDelivery: async ({ services, caller, params: { id } }) => {
    found(await services.database.as(caller, (sql) => packageDeliveryWrites.remove(sql, id)));
    return { message: "Delivery deleted" };
  },
});
