import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { count, date, decimal, id, idParams, message, text, time, timestamp } from "./fields.ts";
import { ATTENDANCES, EVENT_TYPES } from "./limits.ts";
import { exportEndpoint, listEndpoint } from "./list.ts";

export const eventSchema = z.object({
  id,
  eventType: z.string(),
  date,
  startTime: time,
  endTime: time,
  address: z.string(),
});

const writable = z.strictObject({
  eventType: z.enum(EVENT_TYPES),
  date,
  startTime: time,
  endTime: time,
  address: text(500),
  /** Null: as many as come. */
  maxVolunteers: z.int().min(1).max(100_000).nullable(),
});

/** An update may hold one of the two times; the table's own check knows the other. */
const newEvent = writable
  .partial({ maxVolunteers: true })
  .refine((event) => event.endTime > event.startTime, {
    message: "Must end after it starts",
    path: ["endTime"],
  });

const adminEvent = eventSchema.extend({ isActive: z.boolean(), createdAt: timestamp });

const createEventEntry = {
  method: "POST",
  access: "admin",
  summary: "Create an event",
  status: 201,
  body: newEvent,
  output: adminEvent,
} as const;

const when = z.enum(["upcoming", "past"]).optional();

const ownEventParams = z.object({ volunteerId: id, eventId: id });

/** An event as a volunteer sees it: whether she takes part, and whether there is room. */
const ownEvent = eventSchema.extend({
  /** The same as date and times, for browsers in other zones than the organisation's. */
  startsAt: timestamp,
  endsAt: timestamp,
  /** From start to end as the clocks of that day went. */
  hours: decimal,
  isJoined: z.boolean(),
  /** Her place in the waiting list, counted from one; null while she does not wait. */
  waitlistPosition: count.nullable(),
  /** Null: as many as come. */
  placesLeft: count.nullable(),
  /** Null where she has not joined. */
  attendance: z.enum(ATTENDANCES).nullable(),
});

const listEventsWithCounts = listEndpoint({
  path: "/api/events/with-counts",
  access: "admin",
  summary: "Events with their number of registered volunteers",
  sorts: ["-date", "date", "eventType", "-eventType"],
  searches: "type and address",
  filters: { when, eventType: z.enum(EVENT_TYPES).optional() },
  item: adminEvent.extend({ registeredVolunteers: count }),
});

export const eventEndpoints = {
  listEvents: listEndpoint({
    path: "/api/events",
    access: "public",
    summary: "Active events",
    cacheable: true,
    sorts: ["-date", "date"],
    searches: "type and address",
    filters: { when },
    item: eventSchema,
  }),
  listEventsWithCounts,
  exportEvents: endpoint(exportEndpoint("/api/events/export", listEventsWithCounts)),
  createEvent: endpoint({ ...createEventEntry, path: "/api/events" }),
  createEventDocumented: endpoint({
    ...createEventEntry,
    path: "/api/events/create",
    summary: "Create an event (the documents' path)",
  }),
  updateEvent: endpoint({
    method: "PUT",
    path: "/api/events/:id",
    access: "admin",
    summary: "Change an event",
    params: idParams,
    body: writable.partial(),
    output: adminEvent,
  }),
  deleteEvent: endpoint({
    method: "DELETE",
    path: "/api/events/:id",
    access: "admin",
    summary: "Delete an event",
    params: idParams,
    output: message,
  }),
  listOwnEvents: endpoint({
    method: "GET",
    path: "/api/volunteer/:volunteerId/events",
    access: "volunteer",
    summary:
      "The next 40 events that have not ended and all she joined or waits for, soonest first, then the latest 100 past ones she had joined; each with whether she joined",
    params: z.object({ volunteerId: id }),
    output: z.array(ownEvent),
  }),
  downloadOwnEventCalendar: endpoint({
    method: "GET",
    path: "/api/volunteer/:volunteerId/events/:eventId/calendar",
    access: "volunteer",
    summary: "One shift that the volunteer joined, as a calendar file",
    params: ownEventParams,
    output: "text/calendar",
  }),
  joinEvent: endpoint({
    method: "POST",
    path: "/api/volunteer/:volunteerId/events/:eventId/join",
    access: "volunteer",
    summary: "Join a shift, or its waiting list when it is full",
    params: ownEventParams,
    body: z.strictObject({}).optional(),
    output: message.extend({
      status: z.enum(["joined", "waitlisted"]),
      waitlistPosition: count.nullable(),
    }),
  }),
  leaveEvent: endpoint({
    method: "DELETE",
    path: "/api/volunteer/:volunteerId/events/:eventId/leave",
    access: "volunteer",
    summary: "Leave an upcoming shift or its waiting list",
    params: ownEventParams,
    output: message,
  }),
};
