import { MutationCache, QueryClient } from "@tanstack/react-query";
import { dismissFailure } from "../ui/toast.ts";
import type { PageData } from "./page-data.ts";

/** Reads are never stale, never refetched and never retried (P§7). A 401 throws unless the read says otherwise. */
export const createQueryClient = (): QueryClient =>
  new QueryClient({
    mutationCache: new MutationCache({ onMutate: dismissFailure, onSuccess: dismissFailure }),
    defaultOptions: {
      queries: {
        staleTime: Number.POSITIVE_INFINITY,
        refetchInterval: false,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        retry: false,
        // Offline is a failure that is told, not a wait without end.
        networkMode: "always",
      },
      mutations: { retry: false, networkMode: "always" },
    },
  });

const WRITTEN_WITH_PAGE = 0;

/** What the page's HTML was written with is shown at once. */
export const fillQueries = (queryClient: QueryClient, answers: PageData["answers"]): void => {
  for (const [key, answer] of answers) {
    queryClient.setQueryData(key, answer, { updatedAt: WRITTEN_WITH_PAGE });
  }
};

/**
 * It may have changed since, so it is asked for again once React has taken the page over. A query that began to ask
 * meanwhile would have the whole page drawn a second time, in one piece.
 */
export const refreshQueries = (queryClient: QueryClient): void =>
  void queryClient.invalidateQueries({
    predicate: ({ state }) => state.data !== undefined && state.dataUpdatedAt === WRITTEN_WITH_PAGE,
  });
