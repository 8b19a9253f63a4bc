import { heroSectionEndpoints } from "../../_shared/contracts/hero-section.ts";
import { found, implement } from "../../_shared/http/handlers.ts";
import { readHeroSection } from "../queries/hero-section.ts";

export const heroSectionHandlers = implement(heroSectionEndpoints, {
  getHeroSection: async ({ services, caller }) =>
    found(await services.database.as(caller, readHeroSection)),
});
