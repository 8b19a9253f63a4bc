import { packageDeliveryEndpoints } from "../../_shared/contracts/package-deliveries.ts";
import { exportCsv } from "../../_shared/http/csv-export.ts";
import { implement } from "../../_shared/http/handlers.ts";
import { writeHandlers } from "../../_shared/http/write-handlers.ts";
import type { CsvColumn } from "../../_shared/rules/csv.ts";
import {
  type ListedDelivery,
  listPackageDeliveries,
  packageDeliveryWrites,
  openDeliveryList,
} from "./queries.ts";

/** The export includes destinations of military mail, so only administrators may download it. */
const deliveryColumns: readonly CsvColumn<ListedDelivery>[] = [
  { heading: "Delivered", cell: ({ deliveredOn }) => deliveredOn },
  { heading: "Location", cell: ({ locationName }) => locationName },
  { heading: "City", cell: ({ city }) => city },
  { heading: "State", cell: ({ state }) => state },
  { heading: "Region", cell: ({ region }) => region },
  { heading: "Branch", cell: ({ militaryBranch }) => militaryBranch },
  { heading: "Program", cell: ({ program }) => program },
  { heading: "Packages", cell: ({ packages }) => packages, isSummed: "count" },
  { heading: "Families", cell: ({ families }) => families, isSummed: "count" },
  { heading: "Veterans", cell: ({ veterans }) => veterans, isSummed: "count" },
  { heading: "Notes", cell: ({ notes }) => notes },
  { heading: "ID", cell: ({ id }) => id },
];

const { create, update, remove } = writeHandlers(packageDeliveryWrites, "delivery");

export default implement(packageDeliveryEndpoints, {
  listPackageDeliveries: ({ asCaller, query }) =>
    asCaller((sql) => listPackageDeliveries(sql, query)),
  exportPackageDeliveries: (call) =>
    exportCsv(call, {
      name: "deliveries",
      columns: deliveryColumns,
      open: (sql) => openDeliveryList(sql, call.query),
    }),
  createPackageDelivery: create,
  updatePackageDelivery: update,
  deletePackageDelivery: remove,
});
