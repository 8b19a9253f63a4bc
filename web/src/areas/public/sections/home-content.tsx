import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { HomeData } from "#data/home/queries.ts";
import { ErrorState, Loading } from "#ui/states.tsx";

export type HomeQuery = UseQueryResult<HomeData>;

export interface HomeContentProps {
  readonly home: HomeQuery;
  /** Names the content in the error message, for example "recent gifts". */
  readonly subject: string;
  readonly skeleton: ReactNode;
  readonly children: (data: HomeData) => ReactNode;
}

/** Handles the loading, error and loaded states of a section with data. */
export const HomeContent = ({ home, subject, skeleton, children }: HomeContentProps) => {
  if (home.data) return children(home.data);
  if (home.isPending) {
    return <Loading label={`Loading ${subject}`}>{skeleton}</Loading>;
  }
  return (
    <ErrorState
      title={`We couldn't load ${subject}`}
      onRetry={() => void home.refetch()}
      isRetrying={home.isFetching}
    >
      Please check your connection. You can still donate.
    </ErrorState>
  );
};
