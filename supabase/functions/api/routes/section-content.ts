import { sectionContentEndpoints } from "../../_shared/contracts/section-content.ts";
import { implement } from "../../_shared/http/handlers.ts";
import { readSection, readSections, saveSection } from "../queries/section-content.ts";

export const sectionContentHandlers = implement(sectionContentEndpoints, {
  getAboutSection: ({ services, caller }) =>
    services.database.as(caller, (sql) => readSection(sql, "about")),
  listSections: ({ services, caller }) => services.database.as(caller, readSections),
  updateSectionHeader: ({ services, caller, body }) =>
    services.database.as(caller, (sql) => saveSection(sql, body)),
});
