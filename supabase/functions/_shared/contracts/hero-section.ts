import { z } from "zod";
import { adminEndpoints } from "./endpoint.ts";
import { picture, pictureOutput, text, timestamp } from "./fields.ts";
import { singletonVersion, requireAllWithoutVersion } from "./versions.ts";

export const heroSection = z.object({
  headline: z.string(),
  coreMessage: z.string(),
  ...pictureOutput,
});

const storedHeroSection = heroSection.extend({ updatedAt: timestamp });

export const heroSectionInput = z.strictObject({
  headline: text(200),
  coreMessage: text(1000),
  ...z.object(picture("site")).partial().shape,
});

export const heroSectionEndpoints = adminEndpoints("content", {
  getHeroSection: {
    method: "GET",
    path: "/api/hero-section",
    access: "public",
    summary: "Headline, core message and picture of the home page",
    cacheable: true,
    output: storedHeroSection,
  },
  updateHeroSection: {
    method: "POST",
    path: "/api/update-hero-section",
    summary: "Update the headline, core message and picture of the home page",
    body: heroSectionInput
      .partial()
      .extend(singletonVersion)
      .superRefine(requireAllWithoutVersion("headline", "coreMessage")),
    output: storedHeroSection,
  },
});
