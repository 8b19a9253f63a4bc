import type { ApiOutput } from "#lib/api/api-client.ts";
import { resource } from "../resource.ts";

export type AdminTestimonial = ApiOutput<"GET /api/admin/testimonials", "admin">[number];

export const testimonials = resource({
  list: "GET /api/admin/testimonials",
  update: "PUT /api/testimonials/:id/status",
  remove: "DELETE /api/testimonials/:id",
  invalidates: ["GET /api/home", "GET /api/testimonials", "GET /api/testimonials/latest"],
});
