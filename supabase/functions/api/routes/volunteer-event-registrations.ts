import { volunteerEventRegistrationEndpoints } from "../../_shared/contracts/volunteer-event-registrations.ts";
import { found, implement } from "../../_shared/http/handlers.ts";
import {
  listAttendance,
  readHoursCertificate,
  readOwnRegistrationTotals,
  readRegistrationTotals,
  recordAttendance,
} from "../queries/volunteer-event-registrations.ts";

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
    found(await services.database.as(caller, (sql) => recordAttendance(sql, id, body.attendance))),
});
