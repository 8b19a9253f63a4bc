import { useQuery } from "@tanstack/react-query";
import type { ApiOptions, ApiOutput } from "#lib/api/api-client.ts";
import { mutation } from "../mutation.ts";
import { readQuery } from "../read-query.ts";

export type AdminInvitation = ApiOutput<"GET /api/admin-invitations">[number];

/** The invitations that haven't been used or revoked. */
export const useAdminInvitations = () =>
  useQuery(readQuery("GET /api/admin-invitations", { as: "admin" }));

/**
 * Returns the address that an invitation is for. Doesn't cache it (`gcTime: 0`), because the link may be used or
 * revoked at any time.
 */
export const useInvitation = (token: string) =>
  useQuery({
    ...readQuery("POST /api/admin-invitations/check", { body: { token } }),
    gcTime: 0,
  });

interface NewInvitation {
  readonly body: ApiOptions<"POST /api/admin-invitations">["body"];
  /** Reused when retrying, so that a lost response doesn't cause a second email. */
  readonly idempotencyKey: string;
}

export const useInviteAdmin = mutation("POST /api/admin-invitations", {
  request: ({ body, idempotencyKey }: NewInvitation) => ({ as: "admin", body, idempotencyKey }),
  invalidates: ["GET /api/admin-invitations"],
  evenAfterFailure: true,
});

export const useRevokeInvitation = mutation("DELETE /api/admin-invitations/:id", {
  request: (id: string) => ({ as: "admin", params: { id } }),
  invalidates: ["GET /api/admin-invitations"],
  evenAfterFailure: true,
});

export const useAcceptInvitation = mutation("POST /api/admin-invitations/accept", {
  request: (body: ApiOptions<"POST /api/admin-invitations/accept">["body"]) => ({ body }),
  invalidates: ["GET /api/admin-invitations"],
});
