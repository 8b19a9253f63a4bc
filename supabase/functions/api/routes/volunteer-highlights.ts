import { volunteerHighlightEndpoints } from "../../_shared/contracts/volunteer-highlights.ts";
import { implement } from "../../_shared/http/handlers.ts";
import { listHighlights } from "../queries/volunteer-highlights.ts";

export const volunteerHighlightHandlers = implement(volunteerHighlightEndpoints, {
  listHighlights: ({ services, caller, query }) =>
    services.database.as(caller, (sql) => listHighlights(sql, query)),
});
