import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { line, picture, shownPicture, text } from "./fields.ts";

export const sectionContent = z.object({
  header: z.string().nullable(),
  content: z.string().nullable(),
  ...shownPicture,
});

export const sectionContentEndpoints = {
  getAboutSection: endpoint({
    method: "GET",
    path: "/api/section/about",
    access: "public",
    summary: "Header, text and image of the mission section",
    cacheable: true,
    output: sectionContent,
  }),
  updateSectionHeader: endpoint({
    method: "POST",
    path: "/api/section-header",
    access: "admin",
    summary: "Change a section's header, text and image",
    body: z.strictObject({
      section: z.literal("about"),
      header: line(200),
      content: text(5000),
      ...z.object(picture("site")).partial().shape,
    }),
    output: sectionContent,
  }),
};
