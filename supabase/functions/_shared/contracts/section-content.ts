import { z } from "zod";
import { PICTURE_SECTIONS, PROGRAM_SECTIONS, SITE_SECTIONS } from "./choices.ts";
import { adminEndpoints } from "./endpoint.ts";
import { line, picture, pictureOutput, text, timestamp } from "./fields.ts";
import { singletonVersion, requireAllWithoutVersion } from "./versions.ts";

export const sectionContent = z.object({
  header: z.string().nullable(),
  content: z.string().nullable(),
  ...pictureOutput,
});

/** A section as it is stored. `updatedAt` is null if nobody has edited it. */
const storedSection = sectionContent.extend({ updatedAt: timestamp.nullable() });

/** Omitted fields keep their values. */
const optionalPicture = z.object(picture("site")).partial().shape;

export const aboutSectionInput = z.strictObject({
  section: z.literal("about"),
  header: line(200),
  content: text(5000),
  ...optionalPicture,
});

/** A program's name and figures come from its deliveries, so they can't be edited with this endpoint. */
export const programSectionInput = z.strictObject({
  section: z.enum(PROGRAM_SECTIONS),
  content: line(240),
  ...optionalPicture,
});

export const pictureSectionInput = z.strictObject({
  section: z.enum(PICTURE_SECTIONS),
  ...z.object(picture("site")).partial({ imageAlt: true }).shape,
});

export const sectionContentEndpoints = adminEndpoints("content", {
  getAboutSection: {
    method: "GET",
    path: "/api/section/about",
    access: "public",
    summary: "Header, text and image of the mission section",
    cacheable: true,
    output: storedSection,
  },
  listSections: {
    method: "GET",
    path: "/api/sections",
    summary: "Every section with its own text or picture, in the order they appear on the site",
    output: z.array(storedSection.extend({ section: z.enum(SITE_SECTIONS) })),
  },
  updateSectionHeader: {
    method: "POST",
    path: "/api/section-header",
    summary: "Update the mission, a program's description or a section's picture",
    body: z.discriminatedUnion("section", [
      aboutSectionInput
        .partial({ header: true, content: true })
        .extend(singletonVersion)
        .superRefine(requireAllWithoutVersion("header", "content")),
      programSectionInput
        .partial({ content: true })
        .extend(singletonVersion)
        .superRefine(requireAllWithoutVersion("content")),
      pictureSectionInput
        .partial({ imageUrl: true })
        .extend(singletonVersion)
        .superRefine(requireAllWithoutVersion("imageUrl")),
    ]),
    output: storedSection,
  },
});
