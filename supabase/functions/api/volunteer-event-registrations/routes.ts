import { volunteerEventRegistrationEndpoints } from "../../_shared/contracts/volunteer-event-registrations.ts";
import { exportCsv } from "../../_shared/http/csv-export.ts";
import { requireNoun, implement } from "../../_shared/http/handlers.ts";
import { type CsvColumn, createTimestampColumns } from "../../_shared/rules/csv.ts";
import {
  addParticipant,
  listAttendance,
  type ExportedParticipantRow,
  openAttendanceList,
  readHoursCertificate,
  readOwnRegistrationTotals,
  readRegistrationTotals,
  recordAttendance,
  recordAttendances,
  removeParticipant,
} from "./queries.ts";

const requireRegistration = requireNoun("registration");

const rosterColumns: readonly CsvColumn<ExportedParticipantRow>[] = [
  { heading: "Last name", cell: ({ lastName }) => lastName },
  { heading: "First name", cell: ({ firstName }) => firstName },
  { heading: "Email", cell: ({ email }) => email },
  { heading: "Phone", cell: ({ phone }) => phone },
  { heading: "Attendance", cell: ({ attendance }) => attendance },
  { heading: "Check-in", cell: ({ checkedIn }) => checkedIn },
  { heading: "Check-out", cell: ({ checkedOut }) => checkedOut },
  {
    heading: "Hours",
    cell: ({ countedHours }) => countedHours,
    isSummed: true,
  },
  ...createTimestampColumns<ExportedParticipantRow>(
    ["Signed up on", "Signed up at"],
    ({ registeredAt }) => registeredAt,
  ),
  { heading: "Event", cell: ({ eventType }) => eventType },
  { heading: "Date", cell: ({ date }) => date },
  { heading: "Start", cell: ({ startTime }) => startTime },
  { heading: "End", cell: ({ endTime }) => endTime },
  { heading: "Ends the next day", cell: ({ endsNextDay }) => endsNextDay },
  { heading: "Canceled", cell: ({ isCanceled }) => isCanceled },
];

export default implement(volunteerEventRegistrationEndpoints, {
  getRegistrationTotals: ({ asCaller, caller }) =>
    asCaller(caller.kind === "volunteer" ? readOwnRegistrationTotals : readRegistrationTotals),
  readHoursCertificate: ({ asCaller, query }) =>
    asCaller((sql) => readHoursCertificate(sql, query.year ?? null)),
  listAttendance: ({ asAdminReader, query }) => asAdminReader((sql) => listAttendance(sql, query)),
  recordAttendance: async ({ asCaller, params: { id }, body }) =>
    requireRegistration(await asCaller((sql) => recordAttendance(sql, id, body))),
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
  addParticipant: async ({ asCaller, body }) =>
    requireRegistration(await asCaller((sql) => addParticipant(sql, body))),
  removeParticipant: async ({ asCaller, params: { id }, query }) => {
    requireRegistration(await asCaller((sql) => removeParticipant(sql, id, query.sendsEmail)));
    return { message: "The volunteer was removed from the event" };
  },
});
