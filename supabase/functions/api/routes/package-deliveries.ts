import { packageDeliveryEndpoints } from "../../_shared/contracts/package-deliveries.ts";
import { found, implement } from "../../_shared/http/handlers.ts";
import { listPackageDeliveries, packageDeliveryWrites } from "../queries/package-deliveries.ts";

export const packageDeliveryHandlers = implement(packageDeliveryEndpoints, {
  listPackageDeliveries: ({ services, caller, query }) =>
    services.database.as(caller, (sql) => listPackageDeliveries(sql, query)),
  createPackageDelivery: ({ services, caller, body }) =>
    services.database.as(caller, (sql) => packageDeliveryWrites.insert(sql, body)),
  updatePackageDelivery: async ({ services, caller, params: { id }, body }) =>
    found(await services.database.as(caller, (sql) => packageDeliveryWrites.update(sql, id, body))),
  deletePackageDelivery: async ({ services, caller, params: { id } }) => {
    found(await services.database.as(caller, (sql) => packageDeliveryWrites.remove(sql, id)));
    return { message: "Delivery deleted" };
  },
});
