import { z } from "zod";
import { adminEndpoints } from "./endpoint.ts";
import { eventSchema } from "./events.ts";
import {
  count,
  date,
  decimal,
  flag,
  hoursWorked,
  id,
  idParams,
  message,
  documentOrganization,
  time,
  timestamp,
  year,
} from "./fields.ts";
import { ATTENDANCES } from "./choices.ts";
import { PAGE_LIMIT_MAX } from "./limits.ts";
import { exportEndpoint, listEndpoint } from "./list.ts";

const totals = z.object({ totalRegistrations: count, totalHours: decimal });

/** What someone did on a shift: when they came and left, and their hours if those are different. */
const attendanceDetails = z.strictObject({
  attendance: z.enum(ATTENDANCES),
  checkedIn: time.nullable(),
  checkedOut: time.nullable(),
  hours: hoursWorked.nullable(),
});

/** A participant in an event, for recording attendance. */
const participant = z.object({
  id,
  eventId: id,
  eventType: z.string(),
  date,
  startTime: time,
  endTime: time,
  endsNextDay: z.boolean(),
  /** True if the event was canceled, unless the person was marked present afterward. */
  isCanceled: z.boolean(),
  /** The person in the directory. */
  personId: id,
  /** The person's login; null if they have none. */
  volunteerId: id.nullable(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  /** Whom to call in an emergency; only from the day before the event, and null if unknown. */
  emergencyContact: z
    .object({ contactName: z.string().nullable(), phone: z.string().nullable() })
    .nullable(),
  /** False if the person was disabled. Nobody confirms them but an administrator. */
  isActive: z.boolean(),
  /** True if the person moved up from the waiting list shortly before the start. Nobody confirms them but an administrator. */
  isLatePromotion: z.boolean(),
  attendance: z.enum(ATTENDANCES),
  /** When the person came and left, if someone wrote it down. */
  checkedIn: time.nullable(),
  checkedOut: time.nullable(),
  /** The hours that were entered for the person; null if they follow from the times. */
  enteredHours: decimal.nullable(),
  /** The hours that count, or would count if the person was there. */
  hours: decimal,
  registeredAt: timestamp,
  confirmedAt: timestamp.nullable(),
});

const listAttendance = listEndpoint({
  path: "/api/attendance",
  summary:
    "Sign-ups for one event or by one volunteer; if neither is specified, for all events that are ongoing or ended in the past week",
  sorts: ["lastName", "-lastName", "-registeredAt", "registeredAt", "date", "-date"],
  searchedFields: "name and email",
  // The maximum number of volunteers that one call can mark as present or absent.
  pageSize: PAGE_LIMIT_MAX,
  filters: {
    eventId: id.optional(),
    /** A volunteer in the directory, or their login. */
    volunteerId: id.optional(),
    /** True for events that haven't ended. */
    isUpcoming: flag,
    isCanceled: flag,
    attendance: z.enum(ATTENDANCES).optional(),
  },
  item: participant,
});

/** A period may have tens of thousands of sign-ups, so it's only exported, in parts. */
const exportedAttendanceQuery = listAttendance.query.extend({
  /** The first and the last day of the events. */
  from: date.optional(),
  to: date.optional(),
});

export const volunteerEventRegistrationEndpoints = adminEndpoints("volunteers", {
  getRegistrationTotals: {
    method: "GET",
    path: "/api/volunteer-event-registrations",
    access: "public",
    summary: "Registrations and confirmed hours; volunteers get their own",
    output: totals,
    outputFor: {
      volunteer: totals.extend({
        shiftsCompleted: count,
        /** Packages that were packed at the events this volunteer attended, by all participants together. */
        packagesPacked: count,
        /** Approved hours outside shifts, which aren't in `totalHours`. */
        handedInHours: decimal,
        /** Null until the volunteer's first shift counts. */
        firstShift: date.nullable(),
        /** The day on which the volunteer joined the directory, or the imported start date. */
        since: date.nullable(),
      }),
    },
  },
  readHoursCertificate: {
    method: "GET",
    path: "/api/volunteer/:volunteerId/hours-certificate",
    access: "volunteer",
    summary: "The volunteer's confirmed hours for one year or for all years, ready to print",
    params: z.object({ volunteerId: id }),
    query: z.object({ year: year.optional() }),
    output: z.object({
      organization: documentOrganization,
      volunteerName: z.string(),
      shifts: z.array(
        eventSchema.omit({ startsAt: true, endsAt: true }).extend({ hours: decimal }),
      ),
      /** The hours outside shifts that were handed in and approved. */
      handedIn: z.array(z.object({ id, date, activity: z.string(), hours: decimal })),
      shiftHours: decimal,
      handedInHours: decimal,
      /** The hours of the shifts and those handed in. */
      totalHours: decimal,
      since: date,
      /** Years with confirmed hours, latest first. */
      years: z.array(count),
      issuedOn: date,
    }),
  },
  listAttendance,
  exportAttendance: exportEndpoint("/api/attendance/export", { query: exportedAttendanceQuery }),
  recordAttendances: {
    method: "PUT",
    path: "/api/attendance",
    summary: "Record the same attendance for several volunteers; if one can't be recorded, none is",
    body: z.strictObject({
      ids: z.array(id).min(1).max(PAGE_LIMIT_MAX),
      attendance: z.enum(ATTENDANCES),
    }),
    output: message,
  },
  recordAttendance: {
    method: "PUT",
    path: "/api/attendance/:id",
    summary:
      "Mark a volunteer as present (confirmed), absent or not marked yet (expected), or set when they came and left or their hours",
    params: idParams,
    body: attendanceDetails.partial(),
    output: participant,
  },
  addParticipant: {
    method: "POST",
    path: "/api/attendance",
    summary:
      "Add a volunteer (from the directory, or by login) to an event, email them, and take them off its waiting list if they are on it; 409 overlaps if they have another shift at the same time",
    status: 201,
    body: z.strictObject({
      eventId: id,
      volunteerId: id,
      sendsEmail: z.boolean().default(true),
      /** Whether to add them although the event overlaps with another shift of theirs. */
      anyway: z.boolean().default(false),
    }),
    output: participant,
  },
  removeParticipant: {
    method: "DELETE",
    path: "/api/attendance/:id",
    summary:
      "Remove a volunteer from an event and email them; the first person on the waiting list gets the spot",
    params: idParams,
    query: z.object({ sendsEmail: flag }),
    output: message,
  },
});
