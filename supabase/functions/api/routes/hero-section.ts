import { heroSectionEndpoints } from "../../_shared/contracts/hero-section.ts";
import { requireFound, implement } from "../../_shared/http/handlers.ts";
import { readHeroSection, saveHeroSection } from "../queries/hero-section.ts";

export const heroSectionHandlers = implement(heroSectionEndpoints, {
  getHeroSection: async ({ services, caller }) =>
    requireFound(await services.database.as(caller, readHeroSection)),
  updateHeroSection: async ({ services, caller, body }) =>
    requireFound(await services.database.as(caller, (sql) => saveHeroSection(sql, body))),
});
