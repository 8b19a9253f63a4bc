import { type Query, type Mutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { invalidateReads } from "#data/read-query.ts";
import { ApiError } from "#lib/api/api-error.ts";
import { readAdminSession, saveAdminRecord } from "#lib/session/session.ts";

const isSecondFactorMissing = ({ error }: (Query | Mutation)["state"]): boolean =>
  error instanceof ApiError && error.body?.code === "second_factor_missing";

/** Stores in the session record whether setup is required, so that a reloaded page doesn't have to ask the server. */
const saveSetupRequirement = (mustSetUpSecondFactor: boolean): void => {
  const session = readAdminSession();
  if (session.state === "valid") saveAdminRecord({ ...session.record, mustSetUpSecondFactor });
};

/**
 * Returns whether the administrator has to set up two-step login before anything else. The session record says so after
 * a login. If an owner starts to require two-step login later, the server rejects the next request. Call `finish` after
 * the setup.
 */
export const useMissingSecondFactor = () => {
  const queryClient = useQueryClient();
  const [isMissing, setMissing] = useState(() => {
    const session = readAdminSession();
    return session.state === "valid" && session.record.mustSetUpSecondFactor === true;
  });

  useEffect(() => {
    if (isMissing) return undefined;
    const checkForRejection = ({ state }: Query | Mutation) => {
      if (!isSecondFactorMissing(state)) return;
      saveSetupRequirement(true);
      setMissing(true);
      void invalidateReads(queryClient, [
        "GET /api/admin/second-factor",
        "GET /api/admin/second-factor-rule",
      ]);
    };
    const unsubscribeFromQueries = queryClient.getQueryCache().subscribe(({ type, query }) => {
      if (type === "updated") checkForRejection(query);
    });
    const unsubscribeFromMutations = queryClient
      .getMutationCache()
      .subscribe(({ type, mutation }) => {
        if (type === "updated" && mutation) checkForRejection(mutation);
      });
    return () => {
      unsubscribeFromQueries();
      unsubscribeFromMutations();
    };
  }, [isMissing, queryClient]);

  const finish = () => {
    saveSetupRequirement(false);
    // Removing these queries makes them run again when a page that uses them opens.
    queryClient.removeQueries({ predicate: ({ state }) => isSecondFactorMissing(state) });
    queryClient
      .getMutationCache()
      .findAll({ predicate: ({ state }) => isSecondFactorMissing(state) })
      .forEach((mutation) => queryClient.getMutationCache().remove(mutation));
    setMissing(false);
  };
  return { isMissing, finish };
};
