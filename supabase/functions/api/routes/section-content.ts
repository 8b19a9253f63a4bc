import { sectionContentEndpoints } from "../../_shared/contracts/section-content.ts";
import { implement } from "../../_shared/http/handlers.ts";
import { readSection, saveSection } from "../queries/section-content.ts";

const nothingWrittenYet = { header: null, content: null, imageUrl: null, imageAlt: null };

export const sectionContentHandlers = implement(sectionContentEndpoints, {
  getAboutSection: async ({ services, caller }) =>
    (await services.database.as(caller, (sql) => readSection(sql, "about"))) ?? nothingWrittenYet,
  updateSectionHeader: ({ services, caller, body: { section, ...values } }) =>
    services.database.as(caller, (sql) => saveSection(sql, section, values)),
});
