import { useQuery } from "@tanstack/react-query";
import { readQuery } from "../read-query.ts";

/** How many there are by status; nobody's name. */
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
