import { lazyDialog } from "../../../ui/lazy-dialog.tsx";

export const DonationDialog = lazyDialog(
  async () => (await import("../../../checkout/donation-dialog.tsx")).DonationDialog,
);

export const MenuSheet = lazyDialog(async () => (await import("./menu-sheet.tsx")).MenuSheet);

export const VolunteerLoginDialog = lazyDialog(
  async () => (await import("./volunteer-login-dialog.tsx")).VolunteerLoginDialog,
);

export const AdminLoginDialog = lazyDialog(
  async () => (await import("./admin-login-dialog.tsx")).AdminLoginDialog,
);

export const ApplicationDialog = lazyDialog(
  async () => (await import("../volunteer-application/application-dialog.tsx")).ApplicationDialog,
);

export const VolunteerFormDialog = lazyDialog(
  async () =>
    (await import("../volunteer-application/volunteer-form-dialog.tsx")).VolunteerFormDialog,
);

export const TestimonialDialog = lazyDialog(
  async () => (await import("../share-testimonial/testimonial-dialog.tsx")).TestimonialDialog,
);

export const BlogPostDialog = lazyDialog(
  async () => (await import("./blog-post-dialog.tsx")).BlogPostDialog,
);

export const AllBlogPostsDialog = lazyDialog(
  async () => (await import("./all-blog-posts-dialog.tsx")).AllBlogPostsDialog,
);

export const AllTestimonialsDialog = lazyDialog(
  async () => (await import("./all-testimonials-dialog.tsx")).AllTestimonialsDialog,
);

export const OlderHighlightsDialog = lazyDialog(
  async () => (await import("./older-highlights-dialog.tsx")).OlderHighlightsDialog,
);
