import { HONEYPOT_ERROR } from "#ui/fields/honeypot.tsx";
import { RATING_DEFAULT } from "#contracts/limits.ts";

export interface TestimonialDraft {
  readonly name: string;
  readonly title: string;
  readonly content: string;
  readonly imageAlt: string;
  readonly rating: number;
  /** A honeypot. It has to be empty. */
  readonly website: string;
}

export const EMPTY_TESTIMONIAL: TestimonialDraft = {
  name: "",
  title: "",
  content: "",
  imageAlt: "",
  rating: RATING_DEFAULT,
  website: "",
};

export type TestimonialErrors = Partial<
  Record<"name" | "title" | "content" | "imageAlt" | "website", string>
>;

export const trimTestimonial = (testimonial: TestimonialDraft): TestimonialDraft => ({
  ...testimonial,
  name: testimonial.name.trim(),
  title: testimonial.title.trim(),
  content: testimonial.content.trim(),
});

export const getHoneypotError = ({ website }: TestimonialDraft): TestimonialErrors =>
  website === "" ? {} : { website: HONEYPOT_ERROR };

/** Returns errors for fields that are empty after trimming. */
export const getMissingFieldErrors = (testimonial: TestimonialDraft): TestimonialErrors => ({
  ...(!testimonial.name.trim() && { name: "Enter your name." }),
  ...(!testimonial.title.trim() && { title: "Enter your title or role, such as military spouse." }),
  ...(!testimonial.content.trim() && { content: "Write your story." }),
});
