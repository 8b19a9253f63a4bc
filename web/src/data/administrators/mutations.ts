import { type QueryClient, useQuery, useQueryClient } from "@tanstack/react-query";
import { api, type ApiOptions, type ApiOutput } from "#lib/api/api-client.ts";
import { forgetSession } from "#lib/session/access-token.ts";
import { clearAdminRecord } from "#lib/session/session.ts";
import { customMutation, invalidateAfter, mutation } from "../mutation.ts";
import { readQuery } from "../read-query.ts";

/** The owners, who can give an administrator more areas. */
export const useOwners = () =>
  useQuery(readQuery("GET /api/administrators/owners", { as: "admin" }));

export const useAdministrators = () =>
  useQuery(readQuery("GET /api/administrators", { as: "admin" }));

export type Administrator = ApiOutput<"GET /api/administrators", "admin">[number];

const ADMINISTRATORS_EFFECT = {
  invalidates: ["GET /api/administrators", "GET /api/administrators/owners"],
} as const;

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
export const useChangeAreas = customMutation(["PUT /api/administrators/:id"], {
  send: async ({ administrator: { id, isOwn, updatedAt }, changes: body }: AreasChange) => {
    const saved = await api("PUT /api/administrators/:id", { as: "admin", params: { id }, body });
    return isOwn && saved.updatedAt !== updatedAt;
  },
  onSuccess: async (isLoggedOut, _change, queryClient) => {
    if (isLoggedOut) await forgetOwnSession(queryClient);
  },
  ...ADMINISTRATORS_EFFECT,
});

export const useRemoveAdministrator = mutation("DELETE /api/administrators/:id", {
  request: ({ id }: Administrator) => ({ as: "admin", params: { id } }),
  onSuccess: async (_, { isOwn }, queryClient) => {
    if (isOwn) await forgetOwnSession(queryClient);
  },
  ...ADMINISTRATORS_EFFECT,
  // Even if removing the administrator failed, they may have lost access.
  evenAfterFailure: true,
});

/** Returns a function that refetches the administrators, for use after the server has rejected a write. */
export const useRefetchAdministrators = () => {
  const queryClient = useQueryClient();
  return () => void invalidateAfter(queryClient, ADMINISTRATORS_EFFECT);
};
