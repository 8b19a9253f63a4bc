import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api } from "#lib/api/api-client.ts";
import { invalidateReads, readQuery } from "../read-query.ts";

/** Fetches when the volunteer created their calendar link; null if they don't have one. */
export const useOwnCalendarFeed = (volunteerId: string) =>
  useQuery(
    readQuery("GET /api/volunteer/:volunteerId/calendar-feed", {
      as: "volunteer",
      params: { volunteerId },
    }),
  );

/** Also refetches after a failure, because the link may have changed even though the response was lost. */
const useFeedWrite = <Output>(write: () => Promise<Output>) => {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: write,
    onSettled: () =>
      invalidateReads(queryClient, ["GET /api/volunteer/:volunteerId/calendar-feed"]),
  });
};

export const useOpenCalendarFeed = (volunteerId: string) =>
  useFeedWrite(() =>
    api("POST /api/volunteer/:volunteerId/calendar-feed", {
      as: "volunteer",
      params: { volunteerId },
    }),
  );

export const useCloseCalendarFeed = (volunteerId: string) =>
  useFeedWrite(() =>
    api("DELETE /api/volunteer/:volunteerId/calendar-feed", {
      as: "volunteer",
      params: { volunteerId },
    }),
  );
