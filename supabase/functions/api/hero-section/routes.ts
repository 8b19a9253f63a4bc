import { heroSectionEndpoints } from "../../_shared/contracts/hero-section.ts";
import { requireFound, implement } from "../../_shared/http/handlers.ts";
import { readHeroSection, saveHeroSection } from "./queries.ts";

export default implement(heroSectionEndpoints, {
  getHeroSection: async ({ asCaller }) => requireFound(await asCaller(readHeroSection)),
  updateHeroSection: async ({ asCaller, body }) =>
    requireFound(await asCaller((sql) => saveHeroSection(sql, body))),
});
