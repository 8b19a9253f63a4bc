import { volunteerEventRegistrationEndpoints } from "../../_shared/contracts/volunteer-event-registrations.ts";
import { csvExport } from "../../_shared/http/csv-export.ts";
import { requireFound, implement } from "../../_shared/http/handlers.ts";
import { type CsvColumn, momentColumns } from "../../_shared/rules/csv.ts";
import {
  addParticipant,
  listAttendance,
  type ParticipantRow,
  readAllAttendance,
  readHoursCertificate,
  readOwnRegistrationTotals,
  readRegistrationTotals,
  recordAttendance,
  recordAttendances,
  removeParticipant,
} from "../queries/volunteer-event-registrations.ts";

const rosterColumns: readonly CsvColumn<ParticipantRow>[] = [
  { heading: "Last name", cell: ({ lastName }) => lastName },
  { heading: "First name", cell: ({ firstName }) => firstName },
  { heading: "Email", cell: ({ email }) => email },
  { heading: "Attendance", cell: ({ attendance }) => attendance },
  ...momentColumns<ParticipantRow>(
    ["Signed up on", "Signed up at"],
    ({ registeredAt }) => registeredAt,
  ),
  { heading: "Event", cell: ({ eventType }) => eventType },
  { heading: "Date", cell: ({ date }) => date },
  { heading: "Start", cell: ({ startTime }) => startTime },
  { heading: "End", cell: ({ endTime }) => endTime },
];

export const volunteerEventRegistrationHandlers = implement(volunteerEventRegistrationEndpoints, {
  getRegistrationTotals: ({ services, caller }) =>
    services.database.as(
      caller,
      caller.kind === "volunteer" ? readOwnRegistrationTotals : readRegistrationTotals,
    ),
  readHoursCertificate: ({ services, caller, query }) =>
    services.database.as(caller, (sql) => readHoursCertificate(sql, query.year ?? null)),
  listAttendance: ({ services, caller, query }) =>
    services.database.asAdminReader(caller, (sql) => listAttendance(sql, query)),
  recordAttendance: async ({ services, caller, params: { id }, body }) =>
    requireFound(
      await services.database.as(caller, (sql) => recordAttendance(sql, id, body.attendance)),
      "registration",
    ),
  exportAttendance: (call) =>
    csvExport(call, "roster", rosterColumns, (sql) => readAllAttendance(sql, call.query)),
  recordAttendances: async ({ services, caller, body: { ids, attendance } }) => {
    await services.database.as(caller, (sql) => recordAttendances(sql, ids, attendance));
    return { message: "Attendance recorded" };
  },
  addParticipant: async ({ services, caller, body: { eventId, volunteerId } }) =>
    requireFound(
      await services.database.as(caller, (sql) => addParticipant(sql, eventId, volunteerId)),
      "registration",
    ),
  removeParticipant: async ({ services, caller, params: { id } }) => {
    requireFound(
      await services.database.as(caller, (sql) => removeParticipant(sql, id)),
      "registration",
    );
    return { message: "The volunteer was removed from the event" };
  },
});
