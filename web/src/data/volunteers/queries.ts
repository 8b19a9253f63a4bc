import { useQuery } from "@tanstack/react-query";
import { readQuery } from "../read-query.ts";

export const useVolunteerCounts = () =>
  useQuery({
    ...readQuery("GET /api/volunteers"),
    select: ([row]) => ({ all: row?.volunteerCount ?? 0, active: row?.activeCount ?? 0 }),
  });
