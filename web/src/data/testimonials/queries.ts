import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { readPageQuery } from "../read-page-query.ts";

export const TESTIMONIALS_PER_PAGE = 10;

export const useTestimonialPage = (page: number) =>
  useQuery({
    ...readPageQuery("GET /api/testimonials", {
      query: { limit: TESTIMONIALS_PER_PAGE, offset: (page - 1) * TESTIMONIALS_PER_PAGE },
    }),
    placeholderData: keepPreviousData,
  });
