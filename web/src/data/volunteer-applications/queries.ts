import { useQuery } from "@tanstack/react-query";
import { readQuery } from "../read-query.ts";

/** Returns the number of applications by status, without personal data. */
export const useApplicationCounts = () =>
  useQuery({
    ...readQuery("GET /api/volunteer-applications"),
    select: (rows) => {
      const countByStatus = (wantedStatus: string) =>
        rows.find(({ status }) => status === wantedStatus)?.applicationCount ?? 0;
      const [pending, approved, rejected] = [
        countByStatus("pending"),
        countByStatus("approved"),
        countByStatus("rejected"),
      ];
      return { pending, approved, all: pending + approved + rejected };
    },
  });
