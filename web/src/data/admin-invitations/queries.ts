import { useQuery } from "@tanstack/react-query";
import { api, type ApiOutput } from "#lib/api/api-client.ts";
import { readQuery } from "../read-query.ts";

export type AdminInvitation = ApiOutput<"GET /api/admin-invitations">[number];

/** The invitations that haven't been used or revoked. */
export const useAdminInvitations = () =>
  useQuery(readQuery("GET /api/admin-invitations", { as: "admin" }));

const CHECK_ENDPOINT = "POST /api/admin-invitations/check";

/**
 * Returns the address that an invitation is for. Doesn't cache it (`gcTime: 0`), because the link may be used or
 * revoked at any time.
 */
export const useInvitation = (token: string) =>
  useQuery({
    queryKey: [CHECK_ENDPOINT, token],
    queryFn: ({ signal }) => api(CHECK_ENDPOINT, { body: { token }, signal }),
    gcTime: 0,
  });
