import { z } from "zod";
import { adminEndpoints, writeEndpoints } from "./endpoint.ts";
import {
  count,
  date,
  decimal,
  flag,
  id,
  idParams,
  message,
  text,
  time,
  timestamp,
} from "./fields.ts";
import { ATTENDANCES, EVENT_STATUSES, EVENT_TYPES } from "./choices.ts";
import { EVENT_HOURS_MAX, EVENT_WEEKS_MAX } from "./limits.ts";
import { exportEndpoint, listEndpoint } from "./list.ts";
import { version } from "./versions.ts";

export const eventSchema = z.object({
  id,
  eventType: z.string(),
  date,
  startTime: time,
  endTime: time,
  /** True if `endTime` is on the day after `date`. */
  endsNextDay: z.boolean(),
  address: z.string(),
  /** The start and end as timestamps, for browsers in other time zones. */
  startsAt: timestamp,
  endsAt: timestamp,
});

const writableFields = z.strictObject({
  eventType: z.enum(EVENT_TYPES),
  date,
  startTime: time,
  endTime: time,
  /** True for an event past midnight, which lasts at most 18 hours. */
  endsNextDay: z.boolean(),
  address: text(500),
  /** Practical details for participants, such as what to bring. */
  note: text(500, 0).nullable(),
  /** Null means no limit. */
  maxVolunteers: z.int().min(1).max(100_000).nullable(),
});

/** Whether to email the people on the shift. If it's left out, they are emailed except about a new note or type. */
const shiftEmails = { sendsEmail: z.boolean().optional() };

interface Times {
  readonly startTime: string;
  readonly endTime: string;
  readonly endsNextDay?: boolean | undefined;
}

const toMinutes = (clockTime: string): number =>
  Number(clockTime.slice(0, 2)) * 60 + Number(clockTime.slice(3, 5));

const isTooLong = ({ startTime, endTime, endsNextDay }: Times): boolean =>
  endsNextDay === true &&
  toMinutes(endTime) + 24 * 60 - toMinutes(startTime) > EVENT_HOURS_MAX * 60;

/**
 * Checks that the event ends after it starts. An update might include just one of the two times, so the table checks
 * updates.
 */
export const createEventInput = writableFields
  .partial({ endsNextDay: true, note: true, maxVolunteers: true })
  .extend({
    /** The number of weeks in a row in which the event takes place. Each week becomes a separate event. */
    repeatWeekly: z.int().min(1).max(EVENT_WEEKS_MAX).optional(),
  })
  .refine(({ startTime, endTime, endsNextDay }) => endsNextDay === true || endTime > startTime, {
    message: "Choose an end time after the start.",
    path: ["endTime"],
  })
  .refine((event) => !isTooLong(event), {
    message: `Choose an end at most ${EVENT_HOURS_MAX} hours after the start, or uncheck "Ends the next day".`,
    path: ["endTime"],
  });

export const updateEventInput = writableFields
  .partial()
  .extend({ packagesPacked: z.int().min(0).max(100_000).optional(), ...shiftEmails, ...version });

const adminEvent = eventSchema.extend({
  note: z.string().nullable(),
  status: z.enum(EVENT_STATUSES),
  isActive: z.boolean(),
  cancellationReason: z.string().nullable(),
  packagesPacked: count,
  registeredVolunteers: count,
  waitingVolunteers: count,
  /** Null means no limit. */
  maxVolunteers: count.nullable(),
  createdAt: timestamp,
  /** Changes when administrators edit the event, but not when volunteers register. */
  updatedAt: timestamp,
});

const timeFilter = z.enum(["upcoming", "past"]).optional();

const ownEventParams = z.object({ volunteerId: id, eventId: id });

/** An event as a volunteer sees it, with their own registration and the number of spots left. */
const ownEvent = eventSchema.extend({
  /** Practical details, such as what to bring. */
  note: z.string().nullable(),
  /**
   * The hours that pass between start and end, even if the clocks change in between. If the volunteer was there, their own
   * hours.
   */
  hours: decimal,
  isJoined: z.boolean(),
  /** True if the volunteer asked for this event when they applied. */
  isWanted: z.boolean(),
  /** The position on the waiting list, starting at 1; null if the volunteer isn't waiting. */
  waitlistPosition: count.nullable(),
  /** Null means no limit. */
  placesLeft: count.nullable(),
  /** How many volunteers have joined, including this one. */
  registeredVolunteers: count,
  packagesPacked: count,
  /** Null if the volunteer hasn't joined. */
  attendance: z.enum(ATTENDANCES).nullable(),
  /** True if the volunteer has a spot and someone else is waiting for one. */
  placeIsAwaited: z.boolean(),
  /** True if the event was canceled, unless the volunteer was marked present afterward. */
  isCanceled: z.boolean(),
});

const listEventsWithCounts = listEndpoint({
  path: "/api/events/with-counts",
  summary: "Events with volunteer counts; upcoming means not over yet",
  sorts: ["-date", "date", "eventType", "-eventType"],
  searchedFields: "type and address",
  filters: {
    when: z.enum(EVENT_STATUSES).optional(),
    eventType: z.enum(EVENT_TYPES).optional(),
    isActive: flag,
    /** Only events that this volunteer (in the directory) hasn't signed up for. */
    withoutVolunteerId: id.optional(),
  },
  item: adminEvent,
});

const writes = writeEndpoints("/api/events", adminEvent);

export const eventEndpoints = adminEndpoints("volunteers", {
  listEvents: listEndpoint({
    path: "/api/events",
    access: "public",
    summary: "Active events",
    cacheable: true,
    sorts: ["-date", "date"],
    searchedFields: "type and address",
    filters: { when: timeFilter },
    item: eventSchema,
  }),
  listEventsWithCounts,
  exportEvents: exportEndpoint("/api/events/export", listEventsWithCounts),
  getEventStats: {
    method: "GET",
    path: "/api/events/stats",
    summary: "Upcoming and current events, expected volunteers and today's date",
    output: z.object({
      upcoming: count,
      ongoing: count,
      volunteersExpected: count,
      /** Today's date in the organization's time zone, which is the earliest date for a new event. */
      today: date,
    }),
  },
  readRoster: {
    method: "GET",
    path: "/api/events/:id/roster",
    summary:
      "One event and the first 200 people on its waiting list; /api/attendance lists who signed up",
    params: idParams,
    output: z.object({
      event: adminEvent,
      waiting: z.array(
        z.object({
          id,
          personId: id,
          volunteerId: id.nullable(),
          firstName: z.string(),
          lastName: z.string(),
          email: z.string().nullable(),
          phone: z.string().nullable(),
          waitingSince: timestamp,
        }),
      ),
    }),
  },
  createEvent: writes.create("Create an event", createEventInput),
  createEventDocumented: {
    ...writes.create("Create an event; the same as POST /api/events", createEventInput),
    path: "/api/events/create",
  },
  updateEvent: writes.update(
    "Update an event; everyone who signed up or is waiting gets an email if the time or place changes and, with sendsEmail, if the note or type changes",
    updateEventInput,
  ),
  cancelEvent: {
    method: "POST",
    path: "/api/events/:id/cancel",
    summary:
      "Cancel an event that isn't over and email everyone who signed up or is on the waiting list, once",
    params: idParams,
    body: z.strictObject({ reason: text(500, 0).nullable().optional(), ...shiftEmails }),
    output: adminEvent,
  },
  reinstateEvent: {
    method: "POST",
    path: "/api/events/:id/reinstate",
    summary:
      "Reinstate a canceled event and email everyone who signed up or is on the waiting list",
    params: idParams,
    body: z.strictObject(shiftEmails).optional(),
    output: adminEvent,
  },
  deleteEvent: writes.remove("Delete an event that no one has signed up for"),
  listOwnEvents: {
    method: "GET",
    path: "/api/volunteer/:volunteerId/events",
    access: "volunteer",
    summary:
      "The next 40 events that aren't over, plus any the volunteer signed up for or is waiting for, even if canceled, soonest first, then the latest 100 past ones they signed up for; each says whether they signed up",
    params: z.object({ volunteerId: id }),
    output: z.array(ownEvent),
  },
  downloadOwnEventCalendar: {
    method: "GET",
    path: "/api/volunteer/:volunteerId/events/:eventId/calendar",
    access: "volunteer",
    summary: "One shift the volunteer signed up for, as a calendar file",
    params: ownEventParams,
    output: "text/calendar",
  },
  joinEvent: {
    method: "POST",
    path: "/api/volunteer/:volunteerId/events/:eventId/join",
    access: "volunteer",
    summary:
      "Sign up for a shift, or join its waiting list when it's full; 409 overlaps if they have another shift at the same time",
    params: ownEventParams,
    // Without `anyway`, a shift that overlaps with another one of theirs is refused.
    body: z.strictObject({ anyway: z.boolean().default(false) }).optional(),
    output: message.extend({
      status: z.enum(["joined", "waitlisted"]),
      waitlistPosition: count.nullable(),
    }),
  },
  leaveEvent: {
    method: "DELETE",
    path: "/api/volunteer/:volunteerId/events/:eventId/leave",
    access: "volunteer",
    summary: "Leave an upcoming shift or its waiting list",
    params: ownEventParams,
    output: message,
  },
});
