import { useQuery } from "@tanstack/react-query";
import { readQuery } from "../read-query.ts";

/** Returns counts by status, without personal data. */
export const useApplicationCounts = () =>
  useQuery({
    ...readQuery("GET /api/volunteer-applications"),
    select: (rows) => {
      const of = (wanted: string) =>
        rows.find(({ status }) => status === wanted)?.applicationCount ?? 0;
      const [pending, approved, rejected] = [of("pending"), of("approved"), of("rejected")];
      return { pending, approved, all: pending + approved + rejected };
    },
  });
