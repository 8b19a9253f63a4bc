import { volunteerEventRegistrationEndpoints } from "../../_shared/contracts/volunteer-event-registrations.ts";
import { implement } from "../../_shared/http/handlers.ts";
import {
  readOwnRegistrationTotals,
  readRegistrationTotals,
} from "../queries/volunteer-event-registrations.ts";

export const volunteerEventRegistrationHandlers = implement(volunteerEventRegistrationEndpoints, {
  getRegistrationTotals: ({ services, caller }) =>
    services.database.as(
      caller,
      caller.kind === "volunteer" ? readOwnRegistrationTotals : readRegistrationTotals,
    ),
});
