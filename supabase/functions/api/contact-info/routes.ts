import { contactInfoEndpoints } from "../../_shared/contracts/contact-info.ts";
import { requireFound, implement } from "../../_shared/http/handlers.ts";
import { readContactInfo, saveContactInfo } from "./queries.ts";

export default implement(contactInfoEndpoints, {
  getContactInfo: async ({ asCaller }) => requireFound(await asCaller(readContactInfo)),
  updateContactInfo: async ({ asCaller, body }) =>
    requireFound(await asCaller((sql) => saveContactInfo(sql, body))),
});
