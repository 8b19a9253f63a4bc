import { sectionContentEndpoints } from "../../_shared/contracts/section-content.ts";
import { implement } from "../../_shared/http/handlers.ts";
import { readSection, readSections, saveSection } from "./queries.ts";

export default implement(sectionContentEndpoints, {
  getAboutSection: ({ asCaller }) => asCaller((sql) => readSection(sql, "about")),
  listSections: ({ asCaller }) => asCaller(readSections),
  updateSectionHeader: ({ asCaller, body }) => asCaller((sql) => saveSection(sql, body)),
});
