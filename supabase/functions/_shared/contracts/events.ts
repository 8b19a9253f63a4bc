import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { count, date, id, idParams, message, text, time, timestamp } from "./fields.ts";
import { EVENT_TYPES } from "./limits.ts";
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
    summary: "Events, each with whether the volunteer joined",
    params: z.object({ volunteerId: id }),
    output: z.array(eventSchema.extend({ isJoined: z.boolean() })),
  }),
  joinEvent: endpoint({
    method: "POST",
    path: "/api/volunteer/:volunteerId/events/:eventId/join",
    access: "volunteer",
    summary: "Join a shift, or its waiting list when it is full",
    params: ownEventParams,
    body: z.strictObject({}).optional(),
    output: message.extend({ status: z.enum(["joined", "waitlisted"]) }),
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
