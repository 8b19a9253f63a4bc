import type { AdminBlogPost } from "../data/blog-posts/resource.ts";
import type { AdminHighlight } from "../data/volunteer-highlights/resource.ts";
import type { AdminTestimonial } from "../data/testimonials/resource.ts";
import { blogPost, ownHighlight, testimonial } from "./builders.ts";

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

export const adminBlogPost = (overrides: Partial<AdminBlogPost> = {}): AdminBlogPost => {
  const post = blogPost();
  return { ...post, isPublished: false, updatedAt: post.createdAt, ...overrides };
};
