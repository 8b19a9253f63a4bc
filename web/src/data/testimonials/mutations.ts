import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { ApiOptions } from "#lib/api/api-client.ts";
import { withCaptcha } from "#lib/api/with-captcha.ts";
import { mutation } from "../mutation.ts";
import { readPageQuery } from "../read-page-query.ts";
import type { NewRecord } from "../resource.ts";

export const TESTIMONIALS_PER_PAGE = 10;

export const useTestimonialPage = (page: number) =>
  useQuery({
    ...readPageQuery("GET /api/testimonials", {
      query: { limit: TESTIMONIALS_PER_PAGE, offset: (page - 1) * TESTIMONIALS_PER_PAGE },
    }),
    placeholderData: keepPreviousData,
  });

export type NewTestimonial = ApiOptions<"POST /api/testimonials">["body"];

export const useCreateTestimonial = mutation("POST /api/testimonials", {
  request: async ({ values, idempotencyKey }: NewRecord<NewTestimonial>) => ({
    body: await withCaptcha(values),
    idempotencyKey,
  }),
  invalidates: [],
});
