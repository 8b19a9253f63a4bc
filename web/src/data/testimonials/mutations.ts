import type { ApiOptions } from "#lib/api/api-client.ts";
import { withCaptcha } from "#lib/api/with-captcha.ts";
import { mutation } from "../mutation.ts";
import type { NewRecord } from "../resource.ts";

export type NewTestimonial = ApiOptions<"POST /api/testimonials">["body"];

export const useCreateTestimonial = mutation("POST /api/testimonials", {
  request: async ({ values, idempotencyKey }: NewRecord<NewTestimonial>) => ({
    body: await withCaptcha(values),
    idempotencyKey,
  }),
  invalidates: [],
  unaffected: {
    "GET /api/testimonials": "A story appears only once it has been reviewed.",
    "GET /api/testimonials/latest": "A story appears only once it has been reviewed.",
  },
});
