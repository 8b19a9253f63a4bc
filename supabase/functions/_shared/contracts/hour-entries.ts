import { z } from "zod";
import { HOUR_ENTRY_STATUSES } from "./choices.ts";
import { adminEndpoints, writeEndpoints } from "./endpoint.ts";
import { date, decimal, hoursWorked, id, line, message, timestamp } from "./fields.ts";
import { exportEndpoint, listEndpoint } from "./list.ts";
import { anyway, workedDay } from "./usual-days.ts";
import { version } from "./versions.ts";

/** Hours outside shifts, as the volunteer sees them. */
const ownEntry = z.object({
  id,
  date,
  hours: decimal,
  activity: z.string(),
  status: z.enum(HOUR_ENTRY_STATUSES),
  isBesideShift: z.boolean(),
});

const entry = ownEntry.extend({
  personId: id,
  /** The username of the administrator who entered the hours; null if the volunteer handed them in. */
  enteredBy: z.string().nullable(),
  reviewedBy: z.string().nullable(),
  reviewedAt: timestamp.nullable(),
  createdAt: timestamp,
  updatedAt: timestamp,
});

const writable = z.strictObject({
  ...anyway,
  date: workedDay,
  hours: hoursWorked.min(0.01, "Enter more than 0 hours."),
  activity: line(200),
  /** True if these hours aren't part of the shift that the person has that day. */
  isBesideShift: z.boolean(),
});

const createEntryInput = writable.partial().required({ date: true, hours: true, activity: true });

const writes = writeEndpoints("/api/hour-entries", entry);

const listHourEntries = listEndpoint({
  path: "/api/hour-entries",
  summary: "Hours that people worked outside shifts",
  sorts: ["-date", "date"],
  searchedFields: "activity and person",
  filters: { personId: id.optional(), status: z.enum(HOUR_ENTRY_STATUSES).optional() },
  item: entry.extend({
    personName: z.string(),
    /** The person's shift on the same day, which has hours of its own; null if there is none. */
    shiftThatDay: z.string().nullable(),
    /** Approved, and not part of a shift. */
    isCounted: z.boolean(),
  }),
});

const ownParams = z.object({ volunteerId: id });

export const hourEntryEndpoints = adminEndpoints("volunteers", {
  listHourEntries,
  exportHourEntries: exportEndpoint("/api/hour-entries/export", listHourEntries),
  createHourEntry: writes.create(
    "Enter someone's hours outside shifts, which count at once; refused with `overlaps` if they have a shift that day, unless isBesideShift",
    createEntryInput.extend({ personId: id }),
  ),
  updateHourEntry: writes.update(
    "Correct, approve or reject hours outside shifts",
    writable
      .extend({ status: z.enum(HOUR_ENTRY_STATUSES) })
      .partial()
      .extend(version),
  ),
  deleteHourEntry: writes.remove("Delete hours outside shifts"),
  listOwnHours: {
    method: "GET",
    path: "/api/volunteer/:volunteerId/hours",
    access: "volunteer",
    summary: "The volunteer's own hours outside shifts, latest first",
    params: ownParams,
    output: z.array(ownEntry),
  },
  handInHours: {
    method: "POST",
    path: "/api/volunteer/:volunteerId/hours",
    access: "volunteer",
    summary:
      "Hand in hours outside shifts, which count once approved; refused with `overlaps` if you have a shift that day, unless isBesideShift",
    status: 201,
    idempotencyKey: "replay",
    rateLimit: {
      max: 30,
      windowSeconds: 3600,
      per: "account",
      countsSuccesses: true,
      userMessage:
        "You've handed in hours 30 times in the past hour, which is the limit. Please try again later.",
    },
    params: ownParams,
    body: createEntryInput,
    output: ownEntry,
  },
  takeBackHours: {
    method: "DELETE",
    path: "/api/volunteer/:volunteerId/hours/:entryId",
    access: "volunteer",
    summary: "Take back hours that haven't been reviewed",
    params: z.object({ volunteerId: id, entryId: id }),
    output: message,
  },
});
