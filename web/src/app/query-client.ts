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

/** Shown at once and asked for again: what was true when the page was written may have changed since. */
export const fillQueries = (queryClient: QueryClient, answers: PageData["answers"]): void => {
  for (const [key, answer] of answers) queryClient.setQueryData(key, answer);
  void queryClient.invalidateQueries({ refetchType: "none" });
};
