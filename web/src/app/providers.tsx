import { QueryClientProvider, type QueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { LazyToastRegion } from "../ui/messages/lazy-toast-region.tsx";

export interface ProvidersProps {
  readonly queryClient: QueryClient;
  readonly children: ReactNode;
}

export const Providers = ({ queryClient, children }: ProvidersProps) => (
  <QueryClientProvider client={queryClient}>
    {children}
    <LazyToastRegion />
  </QueryClientProvider>
);
