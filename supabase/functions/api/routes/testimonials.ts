import { testimonialEndpoints } from "../../_shared/contracts/testimonials.ts";
import { implement } from "../../_shared/http/handlers.ts";
import { listTestimonials } from "../queries/testimonials.ts";

export const testimonialHandlers = implement(testimonialEndpoints, {
  listLatestTestimonials: ({ services, caller, query }) =>
    services.database.as(caller, (sql) => listTestimonials(sql, { limit: query.limit, offset: 0 })),
  listTestimonials: ({ services, caller, query }) =>
    services.database.as(caller, (sql) => listTestimonials(sql, query)),
});
