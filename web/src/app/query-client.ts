import { MutationCache, QueryClient } from "@tanstack/react-query";
import { dismissFailure } from "../ui/messages/toast.ts";
import type { PageData } from "./page-data.ts";

/** Data never goes stale, and reads aren't refetched or retried automatically (NOTE-09, NOTE-10). */
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
        // Fail at once when offline instead of waiting for a connection.
        networkMode: "always",
      },
      mutations: { retry: false, networkMode: "always" },
    },
  });

const PRERENDERED_DATA_TIME = 0;

/** Fills the cache with the data the page was prerendered with. */
export const hydrateQueries = (
  queryClient: QueryClient,
  queryResults: PageData["queryResults"],
): void => {
  for (const [key, result] of queryResults) {
    queryClient.setQueryData(key, result, { updatedAt: PRERENDERED_DATA_TIME });
  }
};

/**
 * Refetches prerendered data, which may be stale. Must run after hydration: a query that starts
 * fetching earlier would render the whole page a second time in one task.
 */
export const refreshQueries = (queryClient: QueryClient): void =>
  void queryClient.invalidateQueries({
    predicate: ({ state }) =>
      state.data !== undefined && state.dataUpdatedAt === PRERENDERED_DATA_TIME,
  });
