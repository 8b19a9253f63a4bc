import { lazyDialog } from "#ui/dialogs/lazy-dialog.tsx";

export const LazyDonationDialog = lazyDialog(
  async () => (await import("#checkout/donation-dialog.tsx")).DonationDialog,
);

export const LazyMenuSheet = lazyDialog(async () => (await import("./menu-sheet.tsx")).MenuSheet);

export const LazyVolunteerLoginDialog = lazyDialog(
  async () => (await import("./volunteer-login-dialog.tsx")).VolunteerLoginDialog,
);

export const LazyAdminLoginDialog = lazyDialog(
  async () => (await import("./admin-login-dialog.tsx")).AdminLoginDialog,
);

export const LazyApplicationDialog = lazyDialog(
  async () => (await import("../volunteer-application/application-dialog.tsx")).ApplicationDialog,
);

export const LazyVolunteerFormDialog = lazyDialog(
  async () =>
    (await import("../volunteer-application/volunteer-form-dialog.tsx")).VolunteerFormDialog,
);

export const LazyTestimonialDialog = lazyDialog(
  async () => (await import("../share-testimonial/testimonial-dialog.tsx")).TestimonialDialog,
);

export const LazyBlogPostDialog = lazyDialog(
  async () => (await import("./blog-post-dialog.tsx")).BlogPostDialog,
);

export const LazyAllBlogPostsDialog = lazyDialog(
  async () => (await import("./all-blog-posts-dialog.tsx")).AllBlogPostsDialog,
);

export const LazyAllTestimonialsDialog = lazyDialog(
  async () => (await import("./all-testimonials-dialog.tsx")).AllTestimonialsDialog,
);

export const LazyOlderHighlightsDialog = lazyDialog(
  async () => (await import("./older-highlights-dialog.tsx")).OlderHighlightsDialog,
);
