import { contactInfoEndpoints } from "../../_shared/contracts/contact-info.ts";
import { requireFound, implement } from "../../_shared/http/handlers.ts";
import { readContactInfo, saveContactInfo } from "../queries/contact-info.ts";

export const contactInfoHandlers = implement(contactInfoEndpoints, {
  getContactInfo: async ({ services, caller }) =>
    requireFound(await services.database.as(caller, readContactInfo)),
  updateContactInfo: async ({ services, caller, body }) =>
    requireFound(await services.database.as(caller, (sql) => saveContactInfo(sql, body))),
});
