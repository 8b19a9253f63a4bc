import { useQuery } from "@tanstack/react-query";
import { apiFile } from "../../lib/api-lists.ts";

const WAITING = "GET /api/uploads/waiting";

/** A picture that waits for review has no address of its own: it comes with the administrator's token alone. */
export const useWaitingPicture = (path: string) =>
  useQuery({
    queryKey: [WAITING, path],
    queryFn: async ({ signal }) => {
      const answer = await apiFile(WAITING, { as: "admin", query: { path }, signal });
      return answer.blob();
    },
    staleTime: Infinity,
  });
