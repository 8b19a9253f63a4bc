import { QueryClient } from "@tanstack/react-query";

/** Reads are never stale, never refetched and never retried (P§7). A 401 throws unless the read says otherwise. */
export const createQueryClient = (): QueryClient =>
  new QueryClient({
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
