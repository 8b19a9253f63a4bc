import { z } from "zod";
import { adminEndpoints, writeEndpoints } from "./endpoint.ts";
import { id, line, state, text, timestamp, zipCode } from "./fields.ts";
import { MILITARY_BRANCHES } from "./choices.ts";
import { listEndpoint } from "./list.ts";
import { version } from "./versions.ts";

/**
 * Fields that the public sees. Street addresses, contact persons and military mail are never included
 * (docs/decisions/0006).
 */
const publicLocation = z.object({
  id,
  name: z.string(),
  militaryBranch: z.string().nullable(),
  city: z.string().nullable(),
  state: z.string().nullable(),
});

const location = publicLocation.extend({
  contactPersonName: z.string().nullable(),
  address: z.string(),
  zipCode: z.string().nullable(),
  description: z.string().nullable(),
  isActive: z.boolean(),
  isMilitaryMail: z.boolean(),
  createdAt: timestamp,
  updatedAt: timestamp,
});

const writableFields = z.strictObject({
  name: line(150),
  address: text(300),
  contactPersonName: line(100, 0).nullable(),
  militaryBranch: z.enum(MILITARY_BRANCHES).nullable(),
  city: line(100, 0).nullable(),
  state: state(0).nullable(),
  zipCode: zipCode.or(z.literal("")).nullable(),
  description: text(2000, 0).nullable(),
  isActive: z.boolean(),
});

/** Omitted fields are set to the table's defaults. */
export const createLocationInput = writableFields.partial().required({ name: true, address: true });
/** Omitted fields keep their values. */
export const updateLocationInput = writableFields.partial().extend(version);

const writes = writeEndpoints("/api/locations", location);

export const locationEndpoints = adminEndpoints("volunteers", {
  listLocations: listEndpoint({
    path: "/api/locations",
    access: "public",
    area: "volunteers",
    summary:
      "Active locations, without addresses or any military mail locations; administrators see everything",
    sorts: ["name", "-name", "city", "-city"],
    searchedFields:
      "name, branch, city and state; for administrators also contact person and address",
    item: publicLocation,
    adminItem: location,
  }),
  createLocation: writes.create("Add a location", createLocationInput),
  updateLocation: writes.update("Update a location", updateLocationInput),
  deleteLocation: writes.remove("Delete a location"),
});
