import { adminInvitationEndpoints } from "../../_shared/contracts/admin-invitations.ts";
import { AppError } from "../../_shared/errors.ts";
import { service } from "../../_shared/caller.ts";
import { implement, requireFound } from "../../_shared/http/handlers.ts";
import type { Services } from "../../_shared/http/services.ts";
import { verifySignedId } from "../../_shared/http/signed-id.ts";
import {
  claimAdminInvitation,
  inviteAdmin,
  listAdminInvitations,
  readAdminInvitation,
  redeemAdminInvitation,
  releaseAdminInvitation,
  revokeAdminInvitation,
} from "./queries.ts";

export default implement(adminInvitationEndpoints, {
  listAdminInvitations: ({ asCaller }) => asCaller((sql) => listAdminInvitations(sql)),

  createAdminInvitation: ({ asCaller, body, once }) =>
    asCaller((sql) => once(sql, async () => requireFound(await inviteAdmin(sql, body)))),

  revokeAdminInvitation: async ({ asCaller, params: { id } }) => {
    const isRevoked = await asCaller((sql) => revokeAdminInvitation(sql, id));
    if (!isRevoked) throw new AppError("not_found");
    return { message: "Invitation revoked" };
  },

  checkAdminInvitation: async ({ asService, services, body: { token } }) => {
    const id = await requireInvitationId(services, token);
    const invitedPerson = await asService((sql) => readAdminInvitation(sql, id));
    if (invitedPerson === undefined) throw new AppError("invitation_invalid");
    return invitedPerson;
  },

  acceptAdminInvitation: async ({ asService, services, body: { token, username, password } }) => {
    const id = await requireInvitationId(services, token);
    const claim = await asService((sql) => claimAdminInvitation(sql, id, username));
    if (claim === undefined) throw new AppError("invitation_invalid");
    try {
      if (claim.formerUserId !== null) await services.auth.deleteUser(claim.formerUserId);
      const userId = await services.auth.createUser(claim.email, password);
      if (userId === undefined) throw new AppError("email_has_login");
      await redeem(services, id, { userId, username });
    } catch (error) {
      await asService((sql) => releaseAdminInvitation(sql, id));
      throw error;
    }
    return { message: "You've joined the team" };
  },
});

async function requireInvitationId({ environment }: Services, token: string): Promise<string> {
  const id = await verifySignedId(environment.HASH_SECRET, "invitation-link", token);
  if (id === undefined) throw new AppError("invitation_invalid");
  return id;
}

/**
 * Deletes the new Auth user if someone has taken the username or the link was revoked in the meantime. If that fails
 * too, the user has no access to anything, and the next attempt with the same link replaces it.
 */
async function redeem(
  { auth, database }: Services,
  id: string,
  newAdmin: { readonly userId: string; readonly username: string },
): Promise<void> {
  try {
    const hasJoined = await database.as(service, (sql) => redeemAdminInvitation(sql, id, newAdmin));
    if (!hasJoined) throw new AppError("invitation_invalid");
  } catch (error) {
    await auth.deleteUser(newAdmin.userId);
    throw error;
  }
}
