import type { AdminBlogPost } from "../data/blog-posts/resource.ts";
import type { AdminHighlight } from "../data/volunteer-highlights/resource.ts";
import type { AdminTestimonial } from "../data/testimonials/resource.ts";
import { anId, ownHighlight, publishedBlogPost, testimonial } from "./builders.ts";

export const adminHighlight = (overrides: Partial<AdminHighlight> = {}): AdminHighlight => ({
  ...ownHighlight(),
  volunteerId: anId(),
  volunteerName: "Wanda Quillfeather",
  ...overrides,
});

export const adminTestimonial = (overrides: Partial<AdminTestimonial> = {}): AdminTestimonial => ({
  ...testimonial(),
  isActive: false,
  updatedAt: "2026-11-20T15:00:00Z",
  ...overrides,
});

export const adminBlogPost = (overrides: Partial<AdminBlogPost> = {}): AdminBlogPost => {
  const post = publishedBlogPost();
  return {
    ...post,
    isPublished: false,
    publishedAt: overrides.isPublished ? post.createdAt : null,
    updatedAt: post.createdAt,
    version: 1,
    savedBy: "admin",
    ...overrides,
  };
};
