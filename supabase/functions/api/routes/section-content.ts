import { SITE_SECTIONS } from "../../_shared/contracts/choices.ts";
import { sectionContentEndpoints } from "../../_shared/contracts/section-content.ts";
import { implement } from "../../_shared/http/handlers.ts";
import { readSection, readSections, saveSection } from "../queries/section-content.ts";

const nothingWrittenYet = { header: null, content: null, imageUrl: null, imageAlt: null };

export const sectionContentHandlers = implement(sectionContentEndpoints, {
  getAboutSection: async ({ services, caller }) =>
    (await services.database.as(caller, (sql) => readSection(sql, "about"))) ?? nothingWrittenYet,
  listSections: async ({ services, caller }) => {
    const written = await services.database.as(caller, readSections);
    return SITE_SECTIONS.map(
      (section) =>
        written.find((row) => row.section === section) ?? { section, ...nothingWrittenYet },
    );
  },
  updateSectionHeader: ({ services, caller, body: { section, ...values } }) =>
    services.database.as(caller, (sql) => saveSection(sql, section, values)),
});
