import { contactInfoEndpoints } from "../../_shared/contracts/contact-info.ts";
import { found, implement } from "../../_shared/http/handlers.ts";
import { readContactInfo } from "../queries/contact-info.ts";

export const contactInfoHandlers = implement(contactInfoEndpoints, {
  getContactInfo: async ({ services, caller }) =>
    found(await services.database.as(caller, readContactInfo)),
});
