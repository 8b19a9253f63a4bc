import { eventEndpoints } from "../../_shared/contracts/events.ts";
import { csvExport } from "../../_shared/http/csv-export.ts";
import { implement } from "../../_shared/http/handlers.ts";
import type { CsvColumn } from "../../_shared/rules/csv.ts";
import {
  type CountedEvent,
  listEvents,
  listEventsWithCounts,
  readAllEvents,
} from "../queries/events.ts";

const eventColumns: readonly CsvColumn<CountedEvent>[] = [
  { heading: "Date", cell: ({ date }) => date },
  { heading: "Start", cell: ({ startTime }) => startTime },
  { heading: "End", cell: ({ endTime }) => endTime },
  { heading: "Type", cell: ({ eventType }) => eventType },
  { heading: "Address", cell: ({ address }) => address },
  { heading: "Registered", cell: ({ registeredVolunteers }) => registeredVolunteers },
  { heading: "Active", cell: ({ isActive }) => isActive },
];

export const eventHandlers = implement(eventEndpoints, {
  exportEvents: (call) =>
    csvExport(call, "events", eventColumns, (sql) => readAllEvents(sql, call.query)),
  listEvents: ({ services, caller, query }) =>
    services.database.as(caller, (sql) => listEvents(sql, query)),
  listEventsWithCounts: ({ services, caller, query }) =>
    services.database.asAdminReader(caller, (sql) => listEventsWithCounts(sql, query)),
});
