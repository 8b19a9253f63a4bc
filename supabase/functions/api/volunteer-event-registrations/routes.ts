import { volunteerEventRegistrationEndpoints } from "../../_shared/contracts/volunteer-event-registrations.ts";
import { exportCsv } from "../../_shared/http/csv-export.ts";
import { requireFound, implement } from "../../_shared/http/handlers.ts";
import { type CsvColumn, createTimestampColumns } from "../../_shared/rules/csv.ts";
import {
  addParticipant,
  listAttendance,
  type ParticipantRow,
  openAttendanceList,
  readHoursCertificate,
  readOwnRegistrationTotals,
  readRegistrationTotals,
  recordAttendance,
  recordAttendances,
  removeParticipant,
} from "./queries.ts";

const rosterColumns: readonly CsvColumn<ParticipantRow>[] = [
  { heading: "Last name", cell: ({ lastName }) => lastName },
  { heading: "First name", cell: ({ firstName }) => firstName },
  { heading: "Email", cell: ({ email }) => email },
  { heading: "Attendance", cell: ({ attendance }) => attendance },
  ...createTimestampColumns<ParticipantRow>(
    ["Signed up on", "Signed up at"],
    ({ registeredAt }) => registeredAt,
  ),
  { heading: "Event", cell: ({ eventType }) => eventType },
  { heading: "Date", cell: ({ date }) => date },
  { heading: "Start", cell: ({ startTime }) => startTime },
  { heading: "End", cell: ({ endTime }) => endTime },
];

export default implement(volunteerEventRegistrationEndpoints, {
  getRegistrationTotals: ({ asCaller, caller }) =>
    asCaller(caller.kind === "volunteer" ? readOwnRegistrationTotals : readRegistrationTotals),
  readHoursCertificate: ({ asCaller, query }) =>
    asCaller((sql) => readHoursCertificate(sql, query.year ?? null)),
  listAttendance: ({ asAdminReader, query }) => asAdminReader((sql) => listAttendance(sql, query)),
  recordAttendance: async ({ asCaller, params: { id }, body }) =>
    requireFound(
      await asCaller((sql) => recordAttendance(sql, id, body.attendance)),
      "registration",
    ),
  exportAttendance: (call) =>
    exportCsv(call, {
      name: "roster",
      columns: rosterColumns,
      open: (sql) => openAttendanceList(sql, call.query),
    }),
  recordAttendances: async ({ asCaller, body: { ids, attendance } }) => {
    await asCaller((sql) => recordAttendances(sql, ids, attendance));
    return { message: "Attendance recorded" };
  },
  addParticipant: async ({ asCaller, body: { eventId, volunteerId } }) =>
    requireFound(
      await asCaller((sql) => addParticipant(sql, eventId, volunteerId)),
      "registration",
    ),
  removeParticipant: async ({ asCaller, params: { id } }) => {
    requireFound(await asCaller((sql) => removeParticipant(sql, id)), "registration");
    return { message: "The volunteer was removed from the event" };
  },
});
