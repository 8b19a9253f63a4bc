import { z } from "zod";
import { ADMIN_AREAS } from "./choices.ts";
import { adminEndpoints, writeEndpoints } from "./endpoint.ts";
import { id, idParams, message, timestamp } from "./fields.ts";
import { version } from "./versions.ts";

/** The administrator's areas; null for an owner, who has all of them. */
export const administratorAreas = z
  .array(z.enum(ADMIN_AREAS))
  .max(ADMIN_AREAS.length)
  .refine((values) => new Set(values).size === values.length, "Choose each area only once.")
  .nullable();

const administrator = z.object({
  id,
  username: z.string(),
  email: z.string(),
  areas: z.array(z.enum(ADMIN_AREAS)).nullable(),
  isOwn: z.boolean(),
  /**
   * True if the administrator has lost access, but their login couldn't be deleted. Removing the administrator again
   * deletes the login.
   */
  isRemoved: z.boolean(),
  hasSecondFactor: z.boolean(),
  lastSignInAt: timestamp.nullable(),
  updatedAt: timestamp,
});

const writes = writeEndpoints("/api/administrators", administrator);

export const administratorEndpoints = adminEndpoints("owner", {
  listAdministrators: {
    method: "GET",
    path: "/api/administrators",
    summary: "All administrators, by username",
    output: z.array(administrator),
  },
  updateAdministrator: writes.update(
    "Change an administrator's areas, which logs them out",
    z.strictObject({ areas: administratorAreas.optional(), ...version }),
  ),
  removeAdministrator: {
    method: "DELETE",
    path: "/api/administrators/:id",
    summary: "Remove an administrator, who immediately loses all rights",
    params: idParams,
    output: message,
  },
  listOwners: {
    method: "GET",
    path: "/api/administrators/owners",
    area: "any",
    summary: "The owners, so that other administrators know whom to ask for more areas",
    output: z.array(z.object({ username: z.string() })),
  },
});
