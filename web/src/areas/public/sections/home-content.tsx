import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { HomeData } from "../../../data/home/queries.ts";
import { ErrorState, Loading } from "../../../ui/states.tsx";

export type HomeQuery = UseQueryResult<HomeData>;

export interface HomeContentProps {
  readonly home: HomeQuery;
  /** What could not be loaded, as the subject of a sentence: "Recent gifts". */
  readonly what: string;
  readonly skeleton: ReactNode;
  readonly children: (data: HomeData) => ReactNode;
}

/** The three states of every section that shows data: loading, failed with a way forward, there. */
export const HomeContent = ({ home, what, skeleton, children }: HomeContentProps) => {
  if (home.data) return children(home.data);
  if (home.isPending) {
    return <Loading label={`${what}: loading`}>{skeleton}</Loading>;
  }
  return (
    <ErrorState
      title={`${what} could not be loaded`}
      onRetry={() => void home.refetch()}
      isRetrying={home.isFetching}
    >
      Please check your connection. Giving works all the same.
    </ErrorState>
  );
};
