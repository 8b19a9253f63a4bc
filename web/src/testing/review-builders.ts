import type { AdminHighlight } from "../data/volunteer-highlights/resource.ts";
import type { AdminTestimonial } from "../data/testimonials/resource.ts";
import { ownHighlight, testimonial } from "./builders.ts";

export const adminHighlight = (overrides: Partial<AdminHighlight> = {}): AdminHighlight => ({
  ...ownHighlight(),
  volunteerName: "Wanda Quillfeather",
  ...overrides,
});

export const adminTestimonial = (overrides: Partial<AdminTestimonial> = {}): AdminTestimonial => ({
  ...testimonial(),
  isActive: false,
  ...overrides,
});
