import { type QueryClient, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api, type ApiOptions, type ApiOutput } from "#lib/api/api-client.ts";
import { forgetSession } from "#lib/session/access-token.ts";
import { clearAdminRecord } from "#lib/session/session.ts";
import { invalidateReads, readQuery } from "../read-query.ts";

/** The owners, who can give an administrator more areas. */
export const useOwners = () =>
  useQuery(readQuery("GET /api/administrators/owners", { as: "admin" }));

export const useAdministrators = () =>
  useQuery(readQuery("GET /api/administrators", { as: "admin" }));

export type Administrator = ApiOutput<"GET /api/administrators", "admin">[number];

const refetch = (queryClient: QueryClient) =>
  invalidateReads(queryClient, ["GET /api/administrators", "GET /api/administrators/owners"]);

/**
 * Called when the server has ended the session. Removing the session's record closes the dashboard without a message
 * about an expired session.
 */
const forgetOwnSession = async (queryClient: QueryClient): Promise<void> => {
  clearAdminRecord();
  queryClient.clear();
  await forgetSession("admin");
};

export interface AreasChange {
  readonly administrator: Administrator;
  readonly changes: ApiOptions<"PUT /api/administrators/:id">["body"];
}

/** Changes an administrator's areas. Resolves to true if that ended the caller's own session. */
export const useChangeAreas = () => {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async ({ administrator: { id, isOwn, updatedAt }, changes }: AreasChange) => {
      const body = changes;
      const saved = await api("PUT /api/administrators/:id", {
        as: "admin",
        params: { id },
        body,
      });
      return isOwn && saved.updatedAt !== updatedAt;
    },
    onSuccess: (isLoggedOut) =>
      isLoggedOut ? forgetOwnSession(queryClient) : refetch(queryClient),
  });
};

export const useRemoveAdministrator = () => {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: Administrator) =>
      api("DELETE /api/administrators/:id", { as: "admin", params: { id } }),
    onSuccess: (_, { isOwn }) => (isOwn ? forgetOwnSession(queryClient) : refetch(queryClient)),
    // Even if removing the administrator failed, they may have lost access, so reload the list in any case.
    onError: () => refetch(queryClient),
  });
};

/** Returns a function that refetches the administrators, for use after the server has rejected a write. */
export const useRefetchAdministrators = () => {
  const queryClient = useQueryClient();
  return () => void refetch(queryClient);
};
