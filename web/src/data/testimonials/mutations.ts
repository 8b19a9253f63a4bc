import { useMutation } from "@tanstack/react-query";
import { api, type ApiOptions } from "../../lib/api-client.ts";

export type NewTestimonial = ApiOptions<"POST /api/testimonials">["body"];

export const useCreateTestimonial = () =>
  useMutation({
    mutationFn: (body: NewTestimonial) => api("POST /api/testimonials", { body }),
  });
