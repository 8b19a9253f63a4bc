import { z } from "zod";
import { STATES } from "./states.ts";
import { adminEndpoints, writeEndpoints } from "./endpoint.ts";
import { count, date, decimal, id, line, state, text, timestamp } from "./fields.ts";
import { DELIVERY_PROGRAMS, DELIVERY_REGIONS, MILITARY_BRANCHES } from "./choices.ts";
import { DELIVERY_AMOUNT_MAX } from "./limits.ts";
import { exportEndpoint, listEndpoint } from "./list.ts";
import { anyway, deliveryDay } from "./usual-days.ts";
import { version } from "./versions.ts";

const packageDelivery = z.object({
  id,
  deliveredOn: date,
  locationId: id.nullable(),
  militaryBranch: z.string(),
  program: z.string(),
  city: z.string(),
  state: z.string(),
  region: z.string().nullable(),
  /** The city's coordinates from the ZIP code table; null for military mail and unknown cities. */
  latitude: decimal.nullable(),
  longitude: decimal.nullable(),
  packages: count,
  families: count,
  veterans: count,
  notes: z.string().nullable(),
  createdAt: timestamp,
  updatedAt: timestamp,
});

const peopleCount = z.int().min(0).max(DELIVERY_AMOUNT_MAX);

const writableFields = z.strictObject({
  ...anyway,
  deliveredOn: deliveryDay,
  /**
   * The location that the delivery's details were copied from. Later changes to the location don't change the delivery.
   */
  locationId: id.nullable(),
  militaryBranch: z.enum(MILITARY_BRANCHES),
  program: z.enum(DELIVERY_PROGRAMS),
  city: line(100),
  state: state().refine(
    (code) => Object.hasOwn(STATES, code),
    "Use the two-letter state code, or AA, AE or AP for military mail.",
  ),
  /** Required for military mail, where it is the only location that the public sees. */
  region: z.enum(DELIVERY_REGIONS).nullable(),
  packages: z.int().min(1).max(DELIVERY_AMOUNT_MAX),
  families: peopleCount,
  veterans: peopleCount,
  notes: text(1000, 0).nullable(),
});

const newDelivery = writableFields.partial().required({
  deliveredOn: true,
  militaryBranch: true,
  program: true,
  city: true,
  state: true,
  packages: true,
});

const listPackageDeliveries = listEndpoint({
  path: "/api/package-deliveries",
  summary: "Package deliveries, newest first",
  sorts: ["-deliveredOn", "deliveredOn", "-packages", "packages", "city", "-city"],
  searchedFields: "city, state and notes",
  filters: {
    locationId: id.optional(),
    militaryBranch: z.enum(MILITARY_BRANCHES).optional(),
    program: z.enum(DELIVERY_PROGRAMS).optional(),
    from: date.optional(),
    to: date.optional(),
  },
  item: packageDelivery.extend({ locationName: z.string().nullable() }),
});

const writes = writeEndpoints("/api/package-deliveries", packageDelivery);

export const packageDeliveryEndpoints = adminEndpoints("volunteers", {
  listPackageDeliveries,
  exportPackageDeliveries: exportEndpoint("/api/package-deliveries/export", listPackageDeliveries),
  createPackageDelivery: writes.create("Log a delivery", newDelivery),
  updatePackageDelivery: writes.update(
    "Correct a delivery",
    writableFields.partial().extend(version),
  ),
  deletePackageDelivery: writes.remove("Delete a delivery"),
});
