import { z } from "zod";
import { AVAILABILITIES } from "./choices.ts";
import { endpoint } from "./endpoint.ts";
import { id, line, linklessName, phone, state, text, timestamp, zipCode } from "./fields.ts";
import { version } from "./versions.ts";

const params = z.object({ volunteerId: id });

const ownDetails = z.object({
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  /** A new address that the volunteer hasn't confirmed yet. */
  newEmail: z.string().nullable(),
  phone: z.string().nullable(),
  zipCode: z.string().nullable(),
  city: z.string().nullable(),
  state: z.string().nullable(),
  availability: z.enum(AVAILABILITIES).nullable(),
  interests: z.string().nullable(),
  emergencyContactName: z.string().nullable(),
  emergencyContactPhone: z.string().nullable(),
  /** Whether the volunteer wants emails about new events. Emails about their own shifts are always sent. */
  wantsNews: z.boolean(),
  updatedAt: timestamp,
});

const writableDetails = z.strictObject({
  firstName: linklessName(100),
  // First and last name together have at most 200 characters.
  lastName: linklessName(99, 0),
  phone: phone.nullable(),
  zipCode: zipCode.nullable(),
  city: line(100, 0).nullable(),
  state: state(0).nullable(),
  availability: z.enum(AVAILABILITIES).nullable(),
  interests: text(2000, 0).nullable(),
  emergencyContactName: line(200, 0).nullable(),
  emergencyContactPhone: phone.nullable(),
  wantsNews: z.boolean(),
});

/**
 * The details that volunteers can see and change themselves. Email addresses have separate endpoints, because
 * volunteers log in with them.
 */
export const ownDetailEndpoints = {
  readOwnDetails: endpoint({
    method: "GET",
    path: "/api/volunteer/:volunteerId/details",
    access: "volunteer",
    summary: "The volunteer's own details",
    params,
    output: ownDetails,
  }),
  updateOwnDetails: endpoint({
    method: "PUT",
    path: "/api/volunteer/:volunteerId/details",
    access: "volunteer",
    summary: "Change the volunteer's own details; fields that are left out stay as they are",
    params,
    body: writableDetails.partial().extend(version),
    output: ownDetails,
  }),
};
