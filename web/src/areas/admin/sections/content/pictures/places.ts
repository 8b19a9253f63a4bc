import type { z } from "zod";
import type { SiteSection } from "#contracts/choices.ts";
import { PROGRAM_SECTIONS } from "#contracts/choices.ts";
import { heroSectionInput } from "#contracts/hero-section.ts";
import {
  aboutSectionInput,
  pictureSectionInput,
  programSectionInput,
} from "#contracts/section-content.ts";
import type { StoredSection } from "#data/section-content/mutations.ts";
import type { FormValues } from "#kit/forms/record-form.tsx";

/** A place on the site that shows a picture, with the values of its form. */
export interface PicturePlace {
  readonly name: "hero" | SiteSection;
  readonly label: string;
  readonly description: string;
  readonly hint: string;
  readonly imageUrl: string | null;
  readonly imageAlt: string | null;
  /** A program's text, edited together with its picture; undefined for places that aren't programs. */
  readonly programText?: string | null;
  readonly schema: z.ZodType<FormValues, FormValues>;
  readonly values: FormValues;
  /** Version the form was loaded with; null if nothing is stored yet. */
  readonly version: string | null;
  /** Values sent with every save. */
  readonly fixedValues?: FormValues;
}

const PLACE_TEXTS: Readonly<Record<SiteSection, readonly [label: string, description: string]>> = {
  about: ["Mission", "Next to the mission text on the home page."],
  "deployed-service-members": [
    "Deployed Service Members",
    "Next to this program on the home page.",
  ],
  "military-families": ["Military Families", "Next to this program on the home page."],
  veterans: ["Veterans", "Next to this program on the home page."],
  volunteer: ["Volunteer", "Where the home page asks for volunteers."],
  "share-your-story": ["Share your story", "Where the home page asks for stories."],
  "thank-you": ["Thank you", "On the page donors see after they give."],
};
export const HERO_HINT =
  "Best at 16:9, such as 1600x900, with people in the middle, because phones crop the sides. Up to 10 MB.";
const SECTION_HINT = "Best at 3:2, such as 1440 × 960 pixels. Up to 10 MB.";

interface HeroValues {
  readonly headline: string;
  readonly coreMessage: string;
  readonly imageUrl: string | null;
  readonly imageAlt: string | null;
  readonly updatedAt: string;
}

/** The hero's text has its own form, under Hero Section. */
export const heroPlace = ({ updatedAt, ...values }: HeroValues): PicturePlace => ({
  name: "hero",
  label: "Hero",
  description: "The first thing visitors see, along with the headline.",
  hint: HERO_HINT,
  imageUrl: values.imageUrl,
  imageAlt: values.imageAlt,
  schema: heroSectionInput,
  values,
  version: updatedAt,
});

const isProgram = (section: SiteSection): boolean =>
  (PROGRAM_SECTIONS as readonly string[]).includes(section);

const formFields = ({ section, header, content, imageUrl, imageAlt }: StoredSection) => {
  const pictureFields = { section, imageUrl, imageAlt };
  if (section === "about") {
    return { schema: aboutSectionInput, values: { ...pictureFields, header, content } };
  }
  return isProgram(section)
    ? {
        schema: programSectionInput,
        values: { ...pictureFields, content: content ?? "" },
        programText: content,
      }
    : { schema: pictureSectionInput, values: pictureFields };
};

export const sectionPlace = (section: StoredSection): PicturePlace => {
  const [label, description] = PLACE_TEXTS[section.section];
  const { imageUrl, imageAlt, updatedAt } = section;
  return {
    name: section.section,
    label,
    description,
    hint: SECTION_HINT,
    imageUrl,
    imageAlt,
    version: updatedAt,
    fixedValues: { section: section.section },
    ...formFields(section),
  };
};

/** Returns whether the mission's text must be saved before its picture can be saved. */
export const needsMissionText = ({ name, values }: PicturePlace): boolean =>
  name === "about" && (values["header"] === null || values["content"] === null);
