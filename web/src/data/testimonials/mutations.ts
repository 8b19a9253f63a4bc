import { useMutation } from "@tanstack/react-query";
import { api, type ApiOptions } from "#lib/api/api-client.ts";
import { withCaptcha } from "#lib/api/with-captcha.ts";
import type { NewRecord } from "../resource.ts";

export type NewTestimonial = ApiOptions<"POST /api/testimonials">["body"];

export const useCreateTestimonial = () =>
  useMutation({
    mutationFn: async ({ values, idempotencyKey }: NewRecord<NewTestimonial>) =>
      api("POST /api/testimonials", { body: await withCaptcha(values), idempotencyKey }),
  });
