import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api, type ApiOptions } from "#lib/api/api-client.ts";
import { invalidateReads } from "../read-query.ts";

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
