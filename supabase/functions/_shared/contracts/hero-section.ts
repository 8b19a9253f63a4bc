import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { text } from "./fields.ts";

export const heroSection = z.object({ headline: z.string(), coreMessage: z.string() });

export const heroSectionEndpoints = {
  getHeroSection: endpoint({
    method: "GET",
    path: "/api/hero-section",
    access: "public",
    summary: "Headline and core message of the home page",
    cacheable: true,
    output: heroSection,
  }),
  updateHeroSection: endpoint({
    method: "POST",
    path: "/api/update-hero-section",
    access: "admin",
    summary: "Change headline and core message",
    body: z.strictObject({ headline: text(200), coreMessage: text(1000) }),
    output: heroSection,
  }),
};
