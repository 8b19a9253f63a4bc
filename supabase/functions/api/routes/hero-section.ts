import { heroSectionEndpoints } from "../../_shared/contracts/hero-section.ts";
import { found, implement } from "../../_shared/http/handlers.ts";
import { readHeroSection, saveHeroSection } from "../queries/hero-section.ts";

export const heroSectionHandlers = implement(heroSectionEndpoints, {
  getHeroSection: async ({ services, caller }) =>
    found(await services.database.as(caller, readHeroSection)),
  updateHeroSection: async ({ services, caller, body }) =>
    found(await services.database.as(caller, (sql) => saveHeroSection(sql, body))),
});
