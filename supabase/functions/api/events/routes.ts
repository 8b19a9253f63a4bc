import { writeCalendarText } from "../../_shared/http/write-calendar-text.ts";
import { eventEndpoints } from "../../_shared/contracts/events.ts";
import { exportCsv } from "../../_shared/http/csv-export.ts";
import { type Call, requireFound, requireNoun, implement } from "../../_shared/http/handlers.ts";
import { createTextResponse } from "../../_shared/http/raw-responses.ts";
import type { CsvColumn } from "../../_shared/rules/csv.ts";
import { findOwnEventCalendar } from "../calendar-feeds/queries.ts";
import {
  cancelEvent,
  createEvents,
  deleteEvent,
  joinEvent,
  leaveEvent,
  reinstateEvent,
  updateEvent,
} from "./queries/change-events.ts";
import {
  type EventWithCountsRow,
  findEvent,
  listEvents,
  listEventsWithCounts,
  listOwnEvents,
  listWaitingVolunteers,
  openEventList,
  readEventStats,
} from "./queries/read-events.ts";

const requireEvent = requireNoun("event");

const eventColumns: readonly CsvColumn<EventWithCountsRow>[] = [
  { heading: "Date", cell: ({ date }) => date },
  { heading: "Start", cell: ({ startTime }) => startTime },
  { heading: "End", cell: ({ endTime }) => endTime },
  { heading: "Ends the next day", cell: ({ endsNextDay }) => endsNextDay },
  { heading: "Type", cell: ({ eventType }) => eventType },
  { heading: "Address", cell: ({ address }) => address },
  { heading: "Signed up", cell: ({ registeredVolunteers }) => registeredVolunteers },
  { heading: "Waiting list", cell: ({ places }) => places?.waiting ?? 0 },
  { heading: "Limit", cell: ({ places }) => places?.limit ?? null },
  { heading: "Packages", cell: ({ packagesPacked }) => packagesPacked },
  { heading: "Active", cell: ({ isActive }) => isActive },
  { heading: "ID", cell: ({ id }) => id },
];

type CreateCall = Pick<Call<typeof eventEndpoints.createEvent>, "asCaller" | "body" | "once">;

const createEvent = async ({ asCaller, body, once }: CreateCall) =>
  requireEvent(await asCaller((sql) => once(sql, () => createEvents(sql, body))));

export default implement(eventEndpoints, {
  exportEvents: (call) =>
    exportCsv(call, {
      name: "events",
      columns: eventColumns,
      open: (sql) => openEventList(sql, call.query),
    }),
  listEvents: ({ asCaller, query }) => asCaller((sql) => listEvents(sql, query)),
  listEventsWithCounts: ({ asAdminReader, query }) =>
    asAdminReader((sql) => listEventsWithCounts(sql, query)),
  getEventStats: ({ asAdminReader }) => asAdminReader(readEventStats),
  readRoster: ({ asAdminReader, params: { id } }) =>
    asAdminReader(async (sql) => ({
      event: requireEvent(await findEvent(sql, id)),
      waiting: await listWaitingVolunteers(sql, id),
    })),

  createEvent,
  createEventDocumented: createEvent,
  updateEvent: async ({ asCaller, params: { id }, body }) =>
    requireEvent(await asCaller((sql) => updateEvent(sql, id, body))),
  cancelEvent: async ({ asCaller, params: { id }, body }) =>
    requireEvent(await asCaller((sql) => cancelEvent(sql, id, body))),
  reinstateEvent: async ({ asCaller, params: { id }, body }) =>
    requireEvent(await asCaller((sql) => reinstateEvent(sql, id, body?.sendsEmail))),
  deleteEvent: async ({ asCaller, params: { id }, query: { version } }) => {
    requireEvent(await asCaller((sql) => deleteEvent(sql, id, version)));
    return { message: "Event deleted" };
  },

  listOwnEvents: ({ asCaller }) => asCaller(listOwnEvents),

  joinEvent: async ({ asCaller, params: { eventId }, body }) => {
    const { state, position } = await asCaller((sql) =>
      joinEvent(sql, eventId, body?.anyway ?? false),
    );
    const message =
      state === "joined"
        ? "You've been registered for this shift."
        : `This shift is full. You're number ${position} on its waiting list.`;
    return { status: state, waitlistPosition: position, message };
  },

  leaveEvent: async ({ asCaller, params: { eventId } }) => {
    const state = await asCaller((sql) => leaveEvent(sql, eventId));
    return {
      message:
        state === "left"
          ? "You're no longer signed up for this shift."
          : "You've left the waiting list.",
    };
  },

  downloadOwnEventCalendar: async ({ asCaller, services, params: { eventId } }) => {
    const calendar = requireFound(
      await asCaller((sql) => findOwnEventCalendar(sql, eventId)),
      "shift",
    );
    const text = await writeCalendarText(services, calendar);
    return createTextResponse("text/calendar", text, `shift-${calendar.shifts[0]?.date}.ics`);
  },
});
