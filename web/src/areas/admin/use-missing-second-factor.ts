import { type Query, type Mutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { invalidateReads } from "#data/read-query.ts";
import { ApiError } from "#lib/api/api-error.ts";
import { readAdminSession, saveAdminRecord } from "#lib/session/session.ts";

const saysSecondFactorIsMissing = ({ error }: (Query | Mutation)["state"]): boolean =>
  error instanceof ApiError && error.body?.code === "second_factor_missing";

/** Stores it, so that a reloaded page doesn't have to ask the server. */
const storeMissing = (mustSetUpSecondFactor: boolean): void => {
  const session = readAdminSession();
  if (session.state === "valid") saveAdminRecord({ ...session.record, mustSetUpSecondFactor });
};

/**
 * Whether the administrator has to set up two-step login before anything else: since the login, or since an owner
 * started to require it, which the server's next response says. `finish` ends this.
 */
export const useMissingSecondFactor = () => {
  const queryClient = useQueryClient();
  const [isMissing, setMissing] = useState(() => {
    const session = readAdminSession();
    return session.state === "valid" && session.record.mustSetUpSecondFactor === true;
  });

  useEffect(() => {
    if (isMissing) return undefined;
    const notice = ({ state }: Query | Mutation) => {
      if (!saysSecondFactorIsMissing(state)) return;
      storeMissing(true);
      setMissing(true);
      void invalidateReads(queryClient, [
        "GET /api/admin/second-factor",
        "GET /api/admin/second-factor-rule",
      ]);
    };
    const stopQueries = queryClient.getQueryCache().subscribe(({ type, query }) => {
      if (type === "updated") notice(query);
    });
    const stopMutations = queryClient.getMutationCache().subscribe(({ type, mutation }) => {
      if (type === "updated" && mutation) notice(mutation);
    });
    return () => {
      stopQueries();
      stopMutations();
    };
  }, [isMissing, queryClient]);

  const finish = () => {
    storeMissing(false);
    // The queries that were refused run again.
    queryClient.removeQueries({ predicate: ({ state }) => saysSecondFactorIsMissing(state) });
    queryClient
      .getMutationCache()
      .findAll({ predicate: ({ state }) => saysSecondFactorIsMissing(state) })
      .forEach((mutation) => queryClient.getMutationCache().remove(mutation));
    setMissing(false);
  };
  return { isMissing, finish };
};
