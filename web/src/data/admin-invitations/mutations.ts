import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api, type ApiOptions, type ApiOutput } from "#lib/api/api-client.ts";
import { invalidateReads, readQuery } from "../read-query.ts";

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

/** Also refetches after a failure, because the invitation may have changed even though the response was lost. */
const useInvitationWrite = <Input>(write: (input: Input) => Promise<unknown>) => {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: write,
    onSettled: () => invalidateReads(queryClient, ["GET /api/admin-invitations"]),
  });
};

interface NewInvitation {
  readonly body: ApiOptions<"POST /api/admin-invitations">["body"];
  /** Reused when retrying, so that a lost response doesn't cause a second email. */
  readonly idempotencyKey: string;
}

export const useInviteAdmin = () =>
  useInvitationWrite(({ body, idempotencyKey }: NewInvitation) =>
    api("POST /api/admin-invitations", { as: "admin", body, idempotencyKey }),
  );

export const useRevokeInvitation = () =>
  useInvitationWrite((id: string) =>
    api("DELETE /api/admin-invitations/:id", { as: "admin", params: { id } }),
  );

export const useAcceptInvitation = () =>
  useMutation({
    mutationFn: (body: ApiOptions<"POST /api/admin-invitations/accept">["body"]) =>
      api("POST /api/admin-invitations/accept", { body }),
  });
