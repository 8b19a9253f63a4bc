import { aboutItemEndpoints } from "../../_shared/contracts/about-items.ts";
import { implement } from "../../_shared/http/handlers.ts";
import { listAboutItems } from "../queries/about-items.ts";

export const aboutItemHandlers = implement(aboutItemEndpoints, {
  listAboutItems: ({ services, caller, query }) =>
    services.database.as(caller, (sql) => listAboutItems(sql, query.includeDeleted === "true")),
});
